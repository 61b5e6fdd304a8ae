import { type ReactNode, useState } from 'react'
import { type Action, useAction } from '#client/useAction.ts'
import type { AppointmentActionId } from '#domain/appointments/rowActions.ts'
import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { PickedPatient } from '../patients/PatientPicker.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'
import type { AppointmentDraft } from './useAppointmentForm.ts'

const Form = lazy(() => import('./AppointmentFormDialog.tsx').then((one) => one.AppointmentFormDialog))
const Cancel = lazy(() => import('./CancelAppointmentDialog.tsx').then((one) => one.CancelAppointmentDialog))

const CalendarFeed = lazy(() => import('./CalendarFeedDialog.tsx').then((one) => one.CalendarFeedDialog))

const HoursAndClosures = lazy(() => import('./AvailabilityDialog.tsx').then((one) => one.AvailabilityDialog))

const CompleteAppointment = graphql(`
  mutation AppointmentActions_Complete($input: AppointmentIdInput!) {
    completeAppointment(input: $input) { id status }
  }
`)
const MarkNoShow = graphql(`
  mutation AppointmentActions_NoShow($input: AppointmentIdInput!) { markNoShow(input: $input) { id status } }
`)

type Outcome = Pick<Action<unknown, { input: { appointmentId: string } }>, 'document' | 'done' | 'fallback'>

const outcomes: Partial<Record<AppointmentActionId, Outcome>> = {
  complete: {
    document: CompleteAppointment,
    done: 'Appointment marked as completed',
    fallback: 'Failed to complete appointment',
  },
  no_show: {
    document: MarkNoShow,
    done: 'Appointment marked as a no-show',
    fallback: 'Failed to mark the no-show',
  },
}

type Slot = Pick<AppointmentDraft, 'day' | 'time' | 'providerId'>
type ActionId = AppointmentActionId | 'book' | 'subscribe' | 'availability'
/** `book`, `subscribe` and `availability` have no appointment; `book` may have a slot to begin with. */
export type OnAppointmentAction = (action: ActionId, appointment: AppointmentRow | null, slot?: Slot) => void

type Open = { action: ActionId; appointment: AppointmentRow | null; slot?: Slot | undefined }

const rowActionIds: readonly string[] = ['edit', 'cancel', 'complete', 'no_show', 'download']
export const isAppointmentAction = (id: string): id is AppointmentActionId => rowActionIds.includes(id)

/** The URL of an appointment's calendar file. */
const calendarFilePath = (id: string) => `/api/appointments/${encodeURIComponent(id)}/calendar`

/** Handles the actions on appointments and the dialog they open. New ones begin with the patient `about`. */
export function useAppointmentActions(about?: PickedPatient) {
  const { run, pending } = useAction()
  const [open, setOpen] = useState<Open | null>(null)
  const onClose = () => setOpen(null)

  const settle = (outcome: Outcome, { id }: AppointmentRow) =>
    run({ ...outcome, variables: { input: { appointmentId: id } }, key: id })

  const onAction: OnAppointmentAction = (action, appointment, slot) => {
    const outcome = action in outcomes && outcomes[action as AppointmentActionId]
    if (outcome && appointment) void settle(outcome, appointment)
    else if (action === 'download' && appointment) location.assign(calendarFilePath(appointment.id))
    else setOpen({ action, appointment, slot })
  }

  return {
    onAction,
    isPending: ({ id }: AppointmentRow) => pending === id,
    dialog: open && <OnDemand>{dialogOf(open, about, onClose)}</OnDemand>,
  }
}

function dialogOf(
  { action, appointment, slot }: Open,
  about: PickedPatient | undefined,
  onClose: () => void,
): ReactNode {
  if (action === 'cancel' && appointment) return <Cancel appointment={appointment} onClose={onClose} />
  if (action === 'subscribe') return <CalendarFeed onClose={onClose} />
  if (action === 'availability') return <HoursAndClosures onClose={onClose} />
  if (action === 'edit') return <Form appointment={appointment} onClose={onClose} />
  return <Form about={about} slot={slot} onClose={onClose} />
}
