import type { RequestContext } from '../context.ts'

/** What the database knows about a file and its seal. */
export type FormTrace = {
  form: { id: string; requestId: string; signedAt: Date } | null
  /** Whether this server has used the certificate that the seal names. */
  isOurSeal: boolean
}

/** Looks a file up by its hash, and its seal by the hash of the certificate. */
export async function traceSignedForm(
  { db }: Pick<RequestContext, 'db'>,
  { sha256, sealedBy }: { sha256: string; sealedBy: string | null },
): Promise<FormTrace> {
  const form = await db.signedConsentForm.findFirst({
    where: { sha256 },
    select: { id: true, requestId: true, createdAt: true, request: { select: { closedAt: true } } },
  })
  const sealed =
    sealedBy === null
      ? null
      : await db.signedConsentForm.findFirst({ where: { sealedBy }, select: { id: true } })
  return {
    form: form && {
      id: form.id,
      requestId: form.requestId,
      signedAt: form.request.closedAt ?? form.createdAt,
    },
    isOurSeal: sealed !== null,
  }
}
