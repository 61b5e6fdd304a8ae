import type { FunctionComponent } from 'react'
import type { Actor } from '#domain/access/actor.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { type LazyComponent, lazy } from '#ui/lazy.tsx'

/** An action that opens a dialog from any page. The code of the dialog loads when it is first shown. */
export type QuickAction = {
  label: string
  needs: Action
  Dialog: LazyComponent<FunctionComponent<{ onClose: () => void }>>
}

/** The actions for the headers' buttons, the command palette and the shortcuts. */
export const quickActions = {
  patient: {
    label: 'Add Patient',
    needs: 'patient.add',
    Dialog: lazy(() => import('../patients/AddPatientDialog.tsx').then((one) => one.AddPatientDialog)),
  },
  user: {
    label: 'Add User',
    needs: 'user.create',
    Dialog: lazy(() => import('../users/AddUserDialog.tsx').then((one) => one.AddUserDialog)),
  },
  task: {
    label: 'Add Task',
    needs: 'task.add',
    Dialog: lazy(() => import('../tasks/AddTaskDialog.tsx').then((one) => one.AddTaskDialog)),
  },
  appointment: {
    label: 'Schedule Appointment',
    needs: 'appointment.book',
    Dialog: lazy(() =>
      import('../schedule/AppointmentFormDialog.tsx').then((one) => one.AppointmentFormDialog),
    ),
  },
} satisfies Record<string, QuickAction>

export type QuickActionName = keyof typeof quickActions

export const isQuickAction = (name: string): name is QuickActionName => name in quickActions

/** The actions that this user has permission for. */
export const quickActionsFor = (actor: Actor): QuickActionName[] =>
  (Object.keys(quickActions) as QuickActionName[]).filter((name) => can(actor, quickActions[name].needs))
