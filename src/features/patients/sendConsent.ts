import type { Client } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toastFailureInWords } from '#client/toast.ts'
import type { FieldMessages } from '#domain/errors.ts'
import { graphql } from '#generated/gql.ts'
import type { SendConsentInput } from '#generated/graphql.ts'
import { toastSentConsent } from './toastSentConsent.ts'

const SendConsent = graphql(`
  mutation PatientActions_SendConsent($input: SendConsentInput!) {
    sendConsent(input: $input) { ...SentConsent }
  }
`)

const RequestAuthorization = graphql(`
  mutation PatientActions_RequestAuthorization($input: SendConsentInput!) {
    requestAuthorization(input: $input) { ...SentConsent }
  }
`)

type Callbacks = {
  /** Whether to ask for a new form without changing the status. */
  isRequest?: boolean
  /** Shows the link to a user who may see it. */
  onLink: (() => void) | null
  /** Whether a link that is not e-mailed is only offered, and does not open by itself. */
  isOfferOnly?: boolean
  /** Reloads the data. */
  onRefusal: () => void
  /** Sends the form again after there was no connection. */
  retry: () => void
  /** Shows what is wrong with the fields, like the recipients; the toast says it otherwise. */
  onFields?: (fields: FieldMessages) => void
}

/** Sends the consent form, shows the result and returns whether it was sent. */
export async function sendConsent(
  client: Client,
  {
    onLink,
    onRefusal,
    retry,
    onFields,
    isRequest = false,
    isOfferOnly = false,
    ...input
  }: SendConsentInput & Callbacks,
): Promise<boolean> {
  const { sent, error } = await (isRequest ? requestBy(client, input) : sendBy(client, input))
  if (error) {
    const { fields } = errorMessage(error, '')
    if (fields && onFields) {
      onFields(fields)
      return false
    }
    onRefusal()
    toastFailureInWords(error, 'Failed to send consent form', retry)
    return false
  }
  toastSentConsent(sent, onLink, { isOfferOnly })
  return true
}

async function sendBy(client: Client, input: SendConsentInput) {
  const { data, error } = await client.mutation(SendConsent, { input }).toPromise()
  return { sent: data?.sendConsent, error }
}

async function requestBy(client: Client, input: SendConsentInput) {
  const { data, error } = await client.mutation(RequestAuthorization, { input }).toPromise()
  return { sent: data?.requestAuthorization, error }
}
