import type { RequestContext } from '../context.ts'

/** `scan` says who filed a form on paper and when; then `signedAt` is the day that this user entered. */
type TracedForm = {
  id: string
  requestId: string
  signedAt: Date
  /** The time of the time stamp in its seal, if it has one. */
  stampedAt: Date | null
  scan: { filedAt: Date; filedBy: string | null } | null
}

/** What the database knows about a file and its seal. */
export type FormTrace = {
  form: TracedForm | null
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
    select: {
      ...{ id: true, requestId: true, recordId: true, stampedAt: true, createdAt: true },
      request: { select: { closedAt: true, recordedBy: { select: { firstName: true, lastName: true } } } },
    },
  })
  return {
    form: form && {
      id: form.id,
      requestId: form.requestId,
      signedAt: form.request.closedAt ?? form.createdAt,
      stampedAt: form.stampedAt,
      scan:
        form.recordId === null ? null : { filedAt: form.createdAt, filedBy: nameOf(form.request.recordedBy) },
    },
    isOurSeal: sealedBy !== null && (await isOwnSeal(db, sealedBy)),
  }
}

/** Certificates are on record since the release that records them; a form names the one of its seal since the first. */
async function isOwnSeal(db: RequestContext['db'], fingerprint: string): Promise<boolean> {
  const recorded = await db.sealCertificate.findUnique({
    where: { fingerprint },
    select: { fingerprint: true },
  })
  if (recorded) return true
  const form = await db.signedConsentForm.findFirst({
    where: { sealedBy: fingerprint },
    select: { id: true },
  })
  return form !== null
}

const nameOf = (user: { firstName: string; lastName: string } | null) =>
  user && `${user.firstName} ${user.lastName}`
