import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type ReactNode, useState } from 'react'
import { useClient } from 'urql'
import { toast, toastFailure } from '#client/toast.ts'

import type { AppointmentActionId } from '#domain/appointments/rowActions.ts'
import { graphql } from '#generated/gql.ts'
import { lazy } from '#ui/lazy.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { AppointmentRow } from './AppointmentRow.ts'

const Form = lazy(() => import('./AppointmentFormDialog.tsx').then((one) => one.AppointmentFormDialog))
const Cancel = lazy(() => import('./CancelAppointmentDialog.tsx').then((one) => one.CancelAppointmentDialog))

const CalendarFeed = lazy(() => import('./CalendarFeedDialog.tsx').then((one) => one.CalendarFeedDialog))

const CompleteAppointment = graphql(`
  mutation AppointmentActions_Complete($input: AppointmentIdInput!) {
    completeAppointment(input: $input) { id status }
  }
`)
const MarkNoShow = graphql(`
  mutation AppointmentActions_NoShow($input: AppointmentIdInput!) { markNoShow(input: $input) { id status } }
`)

type Outcome = {
  document: TypedDocumentNode<unknown, { input: { appointmentId: string } }>
  done: string
  failed: string
}

const outcomes: Partial<Record<AppointmentActionId, Outcome>> = {
  complete: {
    document: CompleteAppointment,
    done: 'Appointment marked as completed',
    failed: 'Failed to complete appointment',
  },
  no_show: {
    document: MarkNoShow,
    done: 'Appointment marked as a no-show',
    failed: 'Failed to mark the no-show',
  },
}

type ActionId = AppointmentActionId | 'book' | 'subscribe'
/** `book` and `subscribe` have no appointment yet. */
export type OnAppointmentAction = (action: ActionId, appointment: AppointmentRow | null) => void

const rowActionIds: readonly string[] = ['edit', 'cancel', 'complete', 'no_show', 'download']
export const isAppointmentAction = (id: string): id is AppointmentActionId => rowActionIds.includes(id)

/** The URL of an appointment's calendar file. */
const calendarFilePath = (id: string) => `/api/appointments/${encodeURIComponent(id)}/calendar`

/** Handles the actions on appointments and the dialog they open. */
export function useAppointmentActions() {
  const client = useClient()
  const [open, setOpen] = useState<{ action: ActionId; appointment: AppointmentRow | null } | null>(null)
  const [pendingId, setPendingId] = useState<string | null>(null)
  const onClose = () => setOpen(null)

  async function settle({ document, done, failed }: Outcome, { id }: AppointmentRow): Promise<void> {
    if (pendingId) return
    setPendingId(id)
    const { error } = await client.mutation(document, { input: { appointmentId: id } }).toPromise()
    setPendingId(null)
    if (!error) return void toast.success('Success', done)
    toastFailure(error, failed)
  }

  const onAction: OnAppointmentAction = (action, appointment) => {
    const outcome = action in outcomes && outcomes[action as AppointmentActionId]
    if (outcome && appointment) void settle(outcome, appointment)
    else if (action === 'download' && appointment) location.assign(calendarFilePath(appointment.id))
    else setOpen({ action, appointment })
  }

  return {
    onAction,
    isPending: ({ id }: AppointmentRow) => pendingId === id,
    dialog: open && <OnDemand>{dialogOf(open, onClose)}</OnDemand>,
  }
}

function dialogOf(
  { action, appointment }: { action: ActionId; appointment: AppointmentRow | null },
  onClose: () => void,
): ReactNode {
  if (action === 'cancel' && appointment) return <Cancel appointment={appointment} onClose={onClose} />
  if (action === 'subscribe') return <CalendarFeed onClose={onClose} />
  return <Form appointment={action === 'edit' ? appointment : null} onClose={onClose} />
}
