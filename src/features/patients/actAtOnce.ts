import type { Client } from 'urql'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { checkStatus } from './checkStatus.ts'
import type { PatientRow } from './PatientRow.ts'
import { sendConsent } from './sendConsent.ts'

type ActionCallbacks = { onLink: (() => void) | null; refetch: () => void }

/** Runs a row action that opens no dialog and shows the result in a toast. */
export const actAtOnce = (
  client: Client,
  action: RowActionId,
  patient: PatientRow,
  { onLink, refetch }: ActionCallbacks,
): Promise<unknown> =>
  action === 'check_status'
    ? checkStatus(client, patient, refetch)
    : sendConsent(client, { patientId: patient.id, onLink, onRefusal: refetch })
