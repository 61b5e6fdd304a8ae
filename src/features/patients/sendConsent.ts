import type { Client } from 'urql'
import { toldFailure } from '#client/failure.ts'
import { toast } from '#client/toast.ts'
import { graphql } from '#generated/gql.ts'
import { tellSent } from './tellSent.ts'

const SendConsent = graphql(`
  mutation PatientActions_SendConsent($input: SendConsentInput!) {
    sendConsent(input: $input) { ...SentConsent }
  }
`)

/** Sends the consent form and tells how it went; `onLink` shows the link, `onRefusal` reads what is shown again. */
export async function sendConsent(
  client: Client,
  { patientId, onLink, onRefusal }: { patientId: string; onLink: () => void; onRefusal: () => void },
): Promise<void> {
  const { data, error } = await client.mutation(SendConsent, { input: { patientId } }).toPromise()
  if (error) {
    if (toldFailure(error, '').code === 'unauthenticated') return
    onRefusal()
    return toast.failure('Error', 'Failed to send consent form')
  }
  tellSent(data?.sendConsent, onLink)
}
