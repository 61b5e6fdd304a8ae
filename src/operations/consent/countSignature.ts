import { consentFormPath } from '#domain/access/screens.ts'
import { authorizationEnd } from '#domain/consent/authorization.ts'
import { isSameRecipient, type Recipient, type SignedAuthorization } from '#domain/consent/recipients.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient, Prisma } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { authorizationOf } from '../records/recordAccess.ts'

const DAY_MS = 86_400_000

/**
 * Whether the patient has revoked consent or signed again after this signature, which then no longer counts. The signing
 * provider can report a signature late.
 */
export function isOvertaken(patient: Patient, signedAt: Date): boolean {
  const { status, consentRevokedAt, consentIsManual, consentSignedAt } = patient
  if (consentRevokedAt && consentRevokedAt > signedAt) return true
  const isAwaited = allowsStep(status, 'sign_consent') || consentIsManual
  return !isAwaited && consentSignedAt !== null && consentSignedAt > signedAt
}

/** Makes a signed form the patient's authorization, and advances the patient. */
export async function countSignature(
  ctx: RequestContext,
  patient: Patient,
  request: ConsentRequest,
  signedAt: Date,
): Promise<Patient> {
  const { id: requestId, patientId, validDays, recipients, scope } = request
  const revoked = await carryOverRevocations(ctx, patient, request, signedAt)
  return moveAlong(ctx, patient, 'sign_consent', {
    authorization: { requestId, recipients, scope, revoked },
    reviewRequestId: null,
    consentFormUrl: consentFormPath(patientId),
    consentSignedAt: signedAt,
    consentIsManual: false,
    consentRevokedAt: null,
    consentExpiresAt: validDays === null ? null : new Date(signedAt.getTime() + validDays * DAY_MS),
  })
}

/**
 * Repeats for a form what the patient revoked of the earlier form after signing this one: it may have waited for a review,
 * or its signature was reported late.
 */
async function carryOverRevocations(
  { db }: RequestContext,
  patient: Patient,
  { id: consentRequestId, patientId, recipients }: ConsentRequest,
  signedAt: Date,
): Promise<SignedAuthorization['revoked']> {
  const earlier = authorizationOf(patient)
  const later = earlier
    ? await db.partialRevocation.findMany({
        where: { consentRequestId: earlier.requestId, revokedAt: { gt: signedAt } },
      })
    : []
  const revoked: SignedAuthorization['revoked'] = { recipients: [], categories: [] }
  const rows: Prisma.PartialRevocationCreateManyInput[] = []
  for (const { recipient, category, reason, revokedAt, revokedById } of later) {
    const row = { patientId, consentRequestId, reason, revokedAt, revokedById }
    if (category) {
      revoked.categories.push(category)
      rows.push({ ...row, category })
    } else
      for (const one of (recipients as Recipient[]).filter((one) =>
        isSamePerson(one, recipient as Recipient),
      )) {
        revoked.recipients.push(one)
        rows.push({ ...row, recipient: one })
      }
  }
  if (rows.length > 0) await db.partialRevocation.createMany({ data: rows })
  return revoked
}

const isSamePerson = (one: Recipient, other: Recipient): boolean =>
  one.userId === null ? isSameRecipient(one, other) : one.userId === other.userId

/**
 * Advances the patient to Consent Signed while the form waits for a review. The form opens no records yet: an earlier
 * authorization or revocation stays in force.
 */
export function holdForReview(
  ctx: RequestContext,
  patient: Patient,
  { id: reviewRequestId, patientId }: ConsentRequest,
  signedAt: Date,
): Promise<Patient> {
  const isInForce = patient.authorization !== null && authorizationEnd(patient, ctx.now()) === null
  const signed = {
    consentFormUrl: consentFormPath(patientId),
    consentSignedAt: signedAt,
    consentIsManual: false,
  }
  const isAwaited = !isInForce && allowsStep(patient.status, 'sign_consent')
  return moveAlong(ctx, patient, 'sign_consent', { reviewRequestId, ...(isAwaited && signed) })
}
