import { checkSignedFormInput } from '#domain/consent/formCheck.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { traceSignedForm } from './traceSignedForm.ts'

/** What anybody may know of a file they hold: whether it is on file and since when, and whether the seal it names is ours. */
export type SignedFormCheck = { isOurs: boolean; signedAt: Date | null; isOurSeal: boolean }

/**
 * Whether a file is, byte for byte, a signed form of this clinic. Open to whoever has the file, so it says neither whose
 * form it is nor what is in it. Asking about one of ours is recorded; it opens nobody's chart.
 */
export const checkSignedForm = unwrapped(checkSignedFormInput, (ctx: Visit, { sha256, sealedBy = null }) =>
  inTransaction(ctx, async (inside): Promise<SignedFormCheck> => {
    const { form, isOurSeal } = await traceSignedForm(inside, { sha256, sealedBy })
    if (form) await audit(inside, { action: 'viewed', resourceType: 'consent_form', resourceId: form.id })
    return { isOurs: form !== null, signedAt: form?.signedAt ?? null, isOurSeal }
  }),
)
