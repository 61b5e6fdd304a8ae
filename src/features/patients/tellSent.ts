import { graphql } from '#generated/gql.ts'
import type { SentConsentFragment } from '#generated/graphql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

export const sentConsent = graphql(`
  fragment SentConsent on Patient {
    id email status statusSince consentSentVia
    newestConsentRequest { id state provider letters { id state } }
  }
`)

/** Says that the form was sent, and which way it goes: where no mail is sent, somebody has to hand the link on. */
export function tellSent(sent: SentConsentFragment | undefined, onLink: () => void): void {
  toastQueue.add({
    title: 'Success',
    description: 'Consent form sent successfully',
    detail: sent && wayOf(sent),
    tone: 'success',
    // DocuSign writes to the patient itself; there is no link to hand on.
    ...(sent?.newestConsentRequest?.provider === 'built_in' && {
      action: { label: 'Show signing link', onPress: onLink },
    }),
  })
}

function wayOf({ email, newestConsentRequest }: SentConsentFragment): string | undefined {
  if (newestConsentRequest?.provider !== 'built_in') return undefined
  return newestConsentRequest.letters.length > 0
    ? `The link goes to ${email} by e-mail.`
    : 'It is not e-mailed: hand the signing link on.'
}
