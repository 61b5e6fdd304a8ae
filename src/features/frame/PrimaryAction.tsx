import { type ComponentType, lazy, useState } from 'react'
import { useFrame } from '#client/frame.ts'
import { type Action, can } from '#domain/access/policy.ts'
import { Button } from '#ui/Button.tsx'
import { onIntent } from '#ui/intent.ts'
import { OnDemand } from '#ui/OnDemand.tsx'

type DialogModule = { default: ComponentType<{ onClose: () => void }> }
type Primary = { label: string; needs: Action; load: () => Promise<DialogModule> }

const primaries = {
  patient: {
    label: 'Add Patient',
    needs: 'patient.add',
    load: () => import('../patients/AddPatientDialog.tsx').then((one) => ({ default: one.AddPatientDialog })),
  },
  user: {
    label: 'Add User',
    needs: 'user.create',
    load: () => import('../users/AddUserDialog.tsx').then((one) => ({ default: one.AddUserDialog })),
  },
  task: {
    label: 'Add Task',
    needs: 'task.add',
    load: () => import('../tasks/AddTaskDialog.tsx').then((one) => ({ default: one.AddTaskDialog })),
  },
  appointment: {
    label: 'Schedule Appointment',
    needs: 'appointment.book',
    load: () =>
      import('../schedule/AppointmentFormDialog.tsx').then((one) => ({ default: one.AppointmentFormDialog })),
  },
} satisfies Record<string, Primary>

export type PrimaryActionName = keyof typeof primaries

const dialogs = Object.fromEntries(Object.entries(primaries).map(([name, { load }]) => [name, lazy(load)]))

/** The button a screen is mostly opened for, and its dialog, which is loaded on first intent. */
export function PrimaryAction({ name }: { name: PrimaryActionName }) {
  const { viewer } = useFrame()
  const [isOpen, setOpen] = useState(false)
  const { label, needs, load } = primaries[name]
  const Dialog = dialogs[name] as DialogModule['default']
  if (!can(viewer, needs)) return null
  return (
    <>
      <Button variant="primary" icon="plus" isIconOnPhone {...onIntent(load)} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <OnDemand>
          <Dialog onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  )
}
