import type { Prisma, SealedScan } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/**
 * `scan` says who filed a form on paper and when; then `signedAt` is the day that this user entered. `sealedAt` is `null` for the
 * scan itself, and else the time of the seal on the file to which it is attached.
 */
type TracedForm = {
  id: string
  requestId: string
  signedAt: Date
  /** The time of the time stamp in its seal, if it has one. */
  stampedAt: Date | null
  scan: { filedAt: Date; filedBy: string | null; sealedAt: Date | null } | null
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
  const form = await db.signedConsentForm.findFirst({ where: { sha256 }, select: tracedColumns })
  const sealedScan = form
    ? null
    : await db.sealedScan.findFirst({ where: { sha256 }, include: { form: { select: tracedColumns } } })
  const traced = form ?? sealedScan?.form
  return {
    form: traced ? factsOf(traced, sealedScan) : null,
    isOurSeal: sealedBy !== null && (await isOwnSeal(db, sealedBy)),
  }
}

const tracedColumns = {
  ...{ id: true, requestId: true, recordId: true, stampedAt: true, createdAt: true },
  request: { select: { closedAt: true, recordedBy: { select: { firstName: true, lastName: true } } } },
} as const satisfies Prisma.SignedConsentFormSelect

function factsOf(
  form: Prisma.SignedConsentFormGetPayload<{ select: typeof tracedColumns }>,
  sealedScan: SealedScan | null,
): TracedForm {
  const { id, requestId, recordId, createdAt, request } = form
  return {
    ...{ id, requestId },
    signedAt: request.closedAt ?? createdAt,
    stampedAt: (sealedScan ?? form).stampedAt,
    scan:
      recordId === null
        ? null
        : {
            filedAt: createdAt,
            filedBy: nameOf(request.recordedBy),
            sealedAt: sealedScan?.sealedAt ?? null,
          },
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
