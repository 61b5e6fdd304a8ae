import { consentFormPath } from '#domain/access/screens.ts'
import { authorizationEnd, expiryOf } from '#domain/consent/authorization.ts'
import { type Recipient, recipientsIn, type SignedAuthorization } from '#domain/consent/recipients.ts'
import type { Scope } from '#domain/consent/scope.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'

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
export const countSignature = async (
  ctx: RequestContext,
  patient: Patient,
  request: ConsentRequest,
  signedAt: Date,
): Promise<Patient> => {
  const { id: requestId, patientId, scope } = request
  const recipients = request.recipients as Recipient[]
  const revoked = await revokedSince(ctx, { patientId, recipients }, signedAt)
  return moveAlong(ctx, patient, 'sign_consent', {
    authorization: { requestId, recipients, scope: scope as Scope, revoked },
    reviewRequestId: null,
    consentFormUrl: consentFormPath(patientId),
    consentSignedAt: signedAt,
    consentIsManual: false,
    consentRevokedAt: null,
    consentExpiresAt: expiryOf(request, signedAt),
  })
}

/**
 * The parts that the patient revoked after the signature. A form can wait for a review, or be reported late, while the
 * patient revokes a part of the form before it; the later event wins.
 */
async function revokedSince(
  { db }: RequestContext,
  { patientId, recipients }: { patientId: string; recipients: readonly Recipient[] },
  signedAt: Date,
): Promise<SignedAuthorization['revoked']> {
  const found = await db.partialRevocation.findMany({
    where: { patientId, revokedAt: { gte: signedAt } },
    select: { recipient: true, category: true },
  })
  return {
    recipients: recipientsIn(
      recipients,
      found.flatMap(({ recipient }) => (recipient ? [recipient as Recipient] : [])),
    ),
    categories: [...new Set(found.flatMap(({ category }) => category ?? []))],
  }
}

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
