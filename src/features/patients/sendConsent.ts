import type { Client } from 'urql'
import { toastFailureInWords } from '#client/toast.ts'
import { graphql } from '#generated/gql.ts'
import type { SendConsentInput } from '#generated/graphql.ts'
import { toastSentConsent } from './toastSentConsent.ts'

const SendConsent = graphql(`
  mutation PatientActions_SendConsent($input: SendConsentInput!) {
    sendConsent(input: $input) { ...SentConsent }
  }
`)

/**
 * Sends the consent form, shows the result and returns whether it was sent. `onLink` shows the link to a user who may see it,
 * `onRefusal` reloads the data.
 */
export async function sendConsent(
  client: Client,
  { onLink, onRefusal, ...input }: SendConsentInput & { onLink: (() => void) | null; onRefusal: () => void },
): Promise<boolean> {
  const { data, error } = await client.mutation(SendConsent, { input }).toPromise()
  if (error) {
    onRefusal()
    toastFailureInWords(error, 'Failed to send consent form')
    return false
  }
  toastSentConsent(data?.sendConsent, onLink)
  return true
}
