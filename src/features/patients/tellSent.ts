import { graphql } from '#generated/gql.ts'
import type { SentConsentFragment } from '#generated/graphql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

export const sentConsent = graphql(`
  fragment SentConsent on Patient {
    id email status statusSince consentSentVia
    newestConsentRequest { id state provider letters { id state } }
  }
`)

/** Shows that the form was sent and how. Without mail, the user must share the link. */
export function tellSent(sent: SentConsentFragment | undefined, onLink: () => void): void {
  toastQueue.add({
    title: 'Success',
    description: 'Consent form sent successfully',
    detail: sent && wayOf(sent),
    tone: 'success',
    // DocuSign sends the e-mail itself, so there is no link to share.
    ...(sent?.newestConsentRequest?.provider === 'built_in' && {
      action: { label: 'Show signing link', onPress: onLink },
    }),
  })
}

function wayOf({ email, newestConsentRequest }: SentConsentFragment): string | undefined {
  if (newestConsentRequest?.provider !== 'built_in') return undefined
  return newestConsentRequest.letters.length > 0
    ? `The link goes to ${email} by e-mail.`
    : 'The link is not e-mailed. Give it to the patient yourself.'
}
