import type { Client } from 'urql'
import { toast, toastFailure } from '#client/toast.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientRow } from './PatientRow.ts'
import { sendConsent } from './sendConsent.ts'

const CheckStatus = graphql(`
  mutation PatientActions_CheckStatus($input: PatientIdInput!) {
    checkConsentStatus(input: $input) { id status statusSince consentSentVia consentSignedAt consentFormUrl }
  }
`)

/** Asks DocuSign for the state of the patient's form and shows the result; `onRefusal` reloads the data. */
export async function checkStatus(
  client: Client,
  patient: Pick<PatientRow, 'id' | 'status'>,
  onRefusal: () => void,
  retry: () => void,
): Promise<void> {
  const { data, error } = await client.mutation(CheckStatus, { input: { patientId: patient.id } }).toPromise()
  if (error) {
    onRefusal()
    return toastFailure(error, 'Failed to check the consent status', retry)
  }
  const status = data?.checkConsentStatus.status
  if (!status || status === patient.status)
    return toast.success('Success', 'DocuSign is still waiting for the patient’s signature')
  toast.success('Success', `DocuSign updated the status: ${statusLabel(status)}`)
}

type ActionCallbacks = {
  onLink: (() => void) | null
  /** Asks for a recipient, because the patient has no attorney and the clinic no default recipient. */
  onNoRecipient: () => void
  refetch: () => void
  retry: () => void
}

/** Runs a row action that opens no dialog and shows the result in a toast. */
export const actAtOnce = (
  client: Client,
  action: RowActionId,
  patient: PatientRow,
  { onLink, onNoRecipient, refetch, retry }: ActionCallbacks,
): Promise<unknown> =>
  action === 'check_status'
    ? checkStatus(client, patient, refetch, retry)
    : sendConsent(client, {
        patientId: patient.id,
        onLink,
        onRefusal: refetch,
        retry,
        onFields: onNoRecipient,
      })
