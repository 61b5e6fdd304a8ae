import type { Client } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientRow } from './PatientRow.ts'

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
): Promise<void> {
  const { data, error } = await client.mutation(CheckStatus, { input: { patientId: patient.id } }).toPromise()
  if (error) {
    const { code, message } = errorMessage(error, 'Failed to check the consent status')
    if (code === 'unauthenticated') return
    onRefusal()
    return toast.failure('Error', message)
  }
  const status = data?.checkConsentStatus.status
  if (!status || status === patient.status)
    return toast.success('Success', 'DocuSign is still waiting for the patient’s signature')
  toast.success('Success', `DocuSign updated the status: ${statusLabel(status)}`)
}
