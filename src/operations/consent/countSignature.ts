import { consentFormPath } from '#domain/access/screens.ts'
import { authorizationEnd } from '#domain/consent/authorization.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'

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
export const countSignature = (
  ctx: RequestContext,
  patient: Patient,
  { id: requestId, patientId, validDays, recipients, scope }: ConsentRequest,
  signedAt: Date,
): Promise<Patient> =>
  moveAlong(ctx, patient, 'sign_consent', {
    authorization: { requestId, recipients, scope, revoked: { recipients: [], categories: [] } },
    reviewRequestId: null,
    consentFormUrl: consentFormPath(patientId),
    consentSignedAt: signedAt,
    consentIsManual: false,
    consentRevokedAt: null,
    consentExpiresAt: validDays === null ? null : new Date(signedAt.getTime() + validDays * DAY_MS),
  })

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
