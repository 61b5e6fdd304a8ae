import { checkSignedFormInput } from '#domain/consent/formCheck.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'

/** What anybody may know of a file they hold: whether it is a form that was signed here, and since when. */
export type SignedFormCheck = { isOurs: boolean; signedAt: Date | null }

/**
 * Whether a file is, byte for byte, a signed form of this clinic. Open to whoever has the file, so it says neither whose
 * form it is nor what is in it. Asking about one of ours is recorded; it opens nobody's chart.
 */
export const checkSignedForm = unwrapped(checkSignedFormInput, (ctx: Visit, { sha256 }) =>
  inTransaction(ctx, async (inside): Promise<SignedFormCheck> => {
    const form = await inside.db.signedConsentForm.findFirst({
      where: { sha256 },
      select: { id: true, createdAt: true, request: { select: { closedAt: true } } },
    })
    if (!form) return { isOurs: false, signedAt: null }
    await audit(inside, { action: 'viewed', resourceType: 'consent_form', resourceId: form.id })
    return { isOurs: true, signedAt: form.request.closedAt ?? form.createdAt }
  }),
)
