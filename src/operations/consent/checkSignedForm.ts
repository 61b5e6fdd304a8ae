import { checkSignedFormInput } from '#domain/consent/formCheck.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { type FormTrace, traceSignedForm } from './traceSignedForm.ts'

/**
 * What the public check says about a file: whether it is on file, when it was signed, and whether its seal is
 * ours.
 */
export type SignedFormCheck = {
  isOurs: boolean
  signedAt: Date | null
  /** The time by an outside service at which its seal existed. */
  stampedAt: Date | null
  /** When staff filed it, if it is a scan of a form on paper. Then `signedAt` is what they entered. */
  scanFiledAt: Date | null
  /** When the file was sealed to which that scan is attached; `null` for the scan itself and for other forms. */
  scanSealedAt: Date | null
  isOurSeal: boolean
}

/**
 * Tells whether a file is, byte for byte, a signed form of this clinic. Needs no sign-in, so the answer names neither the patient
 * nor the content. Records that a form was found, or that a file names our seal and is not on file.
 */
export const checkSignedForm = unwrapped(
  checkSignedFormInput,
  async (ctx: RequestContext, { sha256, sealedBy = null }): Promise<SignedFormCheck> => {
    const { form, isOurSeal } = await traceAndRecord(ctx, { sha256, sealedBy })
    return {
      isOurs: form !== null,
      signedAt: form?.signedAt ?? null,
      stampedAt: form?.stampedAt ?? null,
      scanFiledAt: form?.scan?.filedAt ?? null,
      scanSealedAt: form?.scan?.sealedAt ?? null,
      isOurSeal,
    }
  },
)

/** Anyone can name our seal, so that a stranger must not be able to fill the audit log. */
const FORGERIES_A_DAY = 100

/** Whether as many such files were recorded within 24 hours. */
async function isManyToday({ db, now }: RequestContext): Promise<boolean> {
  const since = new Date(now().getTime() - 86_400_000)
  const last = await db.auditLog.findFirst({
    where: { resourceType: 'consent_form', action: 'denied', createdAt: { gt: since } },
    orderBy: { createdAt: 'desc' },
    skip: FORGERIES_A_DAY - 1,
    select: { id: true },
  })
  return last !== null
}

/** Looks a file up like `traceSignedForm`, and records that it was found, or that it names our seal and is not on file. */
export const traceAndRecord = (
  ctx: RequestContext,
  { sha256, sealedBy }: { sha256: string; sealedBy: string | null },
  by: { command?: 'consent:verify' } = {},
): Promise<FormTrace> =>
  inTransaction(ctx, async (inside) => {
    const trace = await traceSignedForm(inside, { sha256, sealedBy })
    const resourceType = 'consent_form'
    if (trace.form)
      await audit(inside, {
        ...{ action: 'viewed', resourceType, resourceId: trace.form.id },
        ...(by.command && { details: by }),
      })
    else if (trace.isOurSeal && !(await isManyToday(inside)))
      await audit(inside, {
        ...{ action: 'denied', resourceType },
        details: { code: 'not_on_file', formSha256: sha256, sealedBy, ...by },
      })
    return trace
  })
