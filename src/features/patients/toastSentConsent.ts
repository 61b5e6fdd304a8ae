import { englishOnly } from '#domain/language.ts'
import { graphql } from '#generated/gql.ts'
import type { SentConsentFragment } from '#generated/graphql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

export const sentConsent = graphql(`
  fragment SentConsent on Patient {
    id email status statusSince consentSentVia preferredLanguage
    newestConsentRequest { id state provider formLanguage letters { id state } }
  }
`)

/**
 * Shows that the form was sent and how. Without e-mail, a user who may see the link must share it: then it opens by
 * itself, or with `isOfferOnly` by a button. `onLink` shows the link and is `null` for everyone else.
 */
export function toastSentConsent(
  sent: SentConsentFragment | undefined,
  onLink: (() => void) | null,
  { isOfferOnly = false }: { isOfferOnly?: boolean } = {},
): void {
  const request = sent?.newestConsentRequest
  // DocuSign sends the e-mail itself, so there is no link to share.
  const hasLink = onLink && request?.provider === 'built_in'
  const opensLink = hasLink && !isOfferOnly && request.letters.length === 0
  toastQueue.add({
    title: 'Success',
    description: 'Consent form sent successfully',
    detail: sent && detailOf(sent, onLink !== null),
    tone: 'success',
    ...(hasLink && !opensLink && { action: { label: 'Show Signing Link', onPress: onLink } }),
  })
  if (opensLink) onLink()
}

/** How the form reaches the patient, and whether it is in another language than the patient's. */
function detailOf(sent: SentConsentFragment, seesLink: boolean): string | undefined {
  const { preferredLanguage, newestConsentRequest } = sent
  const isForeign = newestConsentRequest && newestConsentRequest.formLanguage !== preferredLanguage
  const parts = [wayOf(sent, seesLink), isForeign && englishOnly(preferredLanguage)].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : undefined
}

function wayOf({ email, newestConsentRequest }: SentConsentFragment, seesLink: boolean): string | undefined {
  if (newestConsentRequest?.provider !== 'built_in') return undefined
  if (newestConsentRequest.letters.length > 0) return `The link goes to ${email} by e-mail.`
  return seesLink
    ? 'The link is not e-mailed. Give it to the patient yourself.'
    : 'The link is not e-mailed. The clinic gives it to the patient.'
}
