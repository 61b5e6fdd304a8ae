import { graphql } from '#generated/gql.ts'
import type { SentConsentFragment } from '#generated/graphql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

export const sentConsent = graphql(`
  fragment SentConsent on Patient {
    id email status statusSince consentSentVia
    newestConsentRequest { id state provider letters { id state } }
  }
`)

/**
 * Shows that the form was sent and how. Without e-mail, a user who can open the link must share it; `onLink` shows
 * the link and is `null` for everyone else.
 */
export function toastSentConsent(sent: SentConsentFragment | undefined, onLink: (() => void) | null): void {
  toastQueue.add({
    title: 'Success',
    description: 'Consent form sent successfully',
    detail: sent && wayOf(sent, onLink !== null),
    tone: 'success',
    // DocuSign sends the e-mail itself, so there is no link to share.
    ...(onLink &&
      sent?.newestConsentRequest?.provider === 'built_in' && {
        action: { label: 'Show Signing Link', onPress: onLink },
      }),
  })
}

function wayOf({ email, newestConsentRequest }: SentConsentFragment, seesLink: boolean): string | undefined {
  if (newestConsentRequest?.provider !== 'built_in') return undefined
  if (newestConsentRequest.letters.length > 0) return `The link goes to ${email} by e-mail.`
  return seesLink
    ? 'The link is not e-mailed. Give it to the patient yourself.'
    : 'The link is not e-mailed. The clinic gives it to the patient.'
}
