import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Client } from 'urql'
import { toastFailure } from '#client/toast.ts'
import type { ArrivalActionId } from '#domain/appointments/arrival.ts'
import { graphql } from '#generated/gql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

const Arrived = graphql(`
  mutation Today_Arrived($input: AppointmentIdInput!) { markArrived(input: $input) { id status arrivedAt } }
`)
const NoShow = graphql(`
  mutation Today_NoShow($input: AppointmentIdInput!) { markNoShow(input: $input) { id status arrivedAt } }
`)
const UndoArrived = graphql(`
  mutation Today_UndoArrived($input: AppointmentIdInput!) { undoArrived(input: $input) { id status arrivedAt } }
`)
const UndoNoShow = graphql(`
  mutation Today_UndoNoShow($input: AppointmentIdInput!) { undoNoShow(input: $input) { id status arrivedAt } }
`)

type Change = {
  document: TypedDocumentNode<unknown, { input: { appointmentId: string } }>
  done: string
  fallback: string
  /** The action that takes it back. */
  undo?: ArrivalActionId
}

const changes: Record<ArrivalActionId, Change> = {
  arrived: {
    document: Arrived,
    done: 'Patient marked as arrived',
    fallback: 'Failed to record the arrival',
    undo: 'undo_arrived',
  },
  no_show: {
    document: NoShow,
    done: 'Appointment marked as a no-show',
    fallback: 'Failed to mark the no-show',
    undo: 'undo_no_show',
  },
  undo_arrived: {
    document: UndoArrived,
    done: 'Arrival undone',
    fallback: 'Failed to undo the arrival',
  },
  undo_no_show: {
    document: UndoNoShow,
    done: 'No-show undone',
    fallback: 'Failed to undo the no-show',
  },
}

/** Records who arrived or did not come, and shows a toast with Undo. `again` runs another action, such as the undo. */
export async function recordArrival(
  client: Client,
  appointmentId: string,
  id: ArrivalActionId,
  again: (id: ArrivalActionId) => void,
): Promise<void> {
  const { document, done, fallback, undo } = changes[id]
  const { error } = await client.mutation(document, { input: { appointmentId } }).toPromise()
  if (error) return toastFailure(error, fallback, () => again(id))
  toastQueue.add({
    title: 'Success',
    description: done,
    tone: 'success',
    ...(undo && { action: { label: 'Undo', onPress: () => again(undo) } }),
  })
}
