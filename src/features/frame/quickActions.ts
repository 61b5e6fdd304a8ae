import type { FunctionComponent } from 'react'
import type { Actor } from '#domain/access/actor.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { lazy } from '#ui/lazy.tsx'

type Dialog = FunctionComponent<{ onClose: () => void }>

/** An action that opens a dialog from any page. */
export type QuickAction = { label: string; needs: Action; load: () => Promise<Dialog> }

/** The actions for the headers' buttons, the command palette and the shortcuts. */
export const quickActions = {
  patient: {
    label: 'Add Patient',
    needs: 'patient.add',
    load: () => import('../patients/AddPatientDialog.tsx').then((one) => one.AddPatientDialog),
  },
  user: {
    label: 'Add User',
    needs: 'user.create',
    load: () => import('../users/AddUserDialog.tsx').then((one) => one.AddUserDialog),
  },
  task: {
    label: 'Add Task',
    needs: 'task.add',
    load: () => import('../tasks/AddTaskDialog.tsx').then((one) => one.AddTaskDialog),
  },
  appointment: {
    label: 'Schedule Appointment',
    needs: 'appointment.book',
    load: () => import('../schedule/AppointmentFormDialog.tsx').then((one) => one.AppointmentFormDialog),
  },
} satisfies Record<string, QuickAction>

export type QuickActionName = keyof typeof quickActions

export const isQuickAction = (name: string): name is QuickActionName => name in quickActions

/** The actions that this user has permission for. */
export const quickActionsFor = (actor: Actor): QuickActionName[] =>
  (Object.keys(quickActions) as QuickActionName[]).filter((name) => can(actor, quickActions[name].needs))

/** The dialogs, each loaded when first shown. */
export const quickDialogs = Object.fromEntries(
  Object.entries(quickActions).map(([name, { load }]: [string, QuickAction]) => [name, lazy(load)]),
) as Record<QuickActionName, Dialog>
