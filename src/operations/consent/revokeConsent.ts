import { revokeConsentInput } from '#domain/consent/inputs.ts'
import { Failure } from '#domain/errors.ts'
import { nextStatus, statusAfterRevoking } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { enterStatus } from '../patients/enterStatus.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { dropReview } from './closeReview.ts'
import { voidConsentRequests } from './voidConsentRequests.ts'

/**
 * Records that a patient revoked consent. The assigned attorney's access and every forwarding link end at
 * once. The signed form stays on file and appointments stay, because the patient may sign again. A patient
 * whose treatment is over keeps the status.
 */
export const revokeConsent = operation(revokeConsentInput, async (ctx, { patientId, reason }) => {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'consent.revoke', patient, { resourceType: 'patient', resourceId: patientId })
  const to = statusAfterRevoking(patient.status) ?? nextStatus(patient.status, 'revoke_consent')
  const keepsStatus = to === patient.status
  if (keepsStatus) refuseWithoutConsent(patient)
  await voidConsentRequests(ctx, patient, 'The patient revoked the consent')
  await dropReview(ctx, patient, 'The patient revoked the consent')
  await endForwardings(ctx, { patientId }, 'revoked')
  const revokedAt = ctx.now()
  await ctx.db.consentRevocation.create({
    data: { patientId, reason, revokedAt, revokedById: ctx.actor.id },
  })
  const changes = { consentRevokedAt: revokedAt }
  const revoked = keepsStatus
    ? await ctx.db.patient.update({ where: { id: patientId }, data: changes })
    : await enterStatus(ctx, patient, to, { ...changes, reason })
  await audit(ctx, {
    action: 'consent_revoked',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: keepsStatus
      ? { fields: ['consentRevokedAt'] }
      : { fields: ['status', 'consentRevokedAt'], from: patient.status, to },
  })
  await sendAlert(ctx, 'consent_revoked', { patient, reason })
  return revoked
})

function refuseWithoutConsent({ consentSignedAt, consentRevokedAt }: Patient): void {
  if (consentRevokedAt) throw new Failure('conflict', 'This patient’s consent is already revoked')
  if (!consentSignedAt) throw new Failure('conflict', 'This patient has no consent on file')
}
