import { revokeConsentInput } from '#domain/consent/inputs.ts'
import { nextStatus } from '#domain/patients/status.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { enterStatus } from '../patients/enterStatus.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { closeOpenRequest } from './closeOpenRequest.ts'

/**
 * Records that a patient took the consent back. It closes the assignee's way to the records at once. What was signed,
 * and when, stays on file; appointments stay, since the patient may sign again.
 */
export const revokeConsent = operation(revokeConsentInput, async (ctx, { patientId, reason }) => {
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'consent.revoke', patient, { resourceType: 'patient', resourceId: patientId })
  const to = nextStatus(patient.status, 'revoke_consent')
  await closeOpenRequest(ctx, patient, 'The patient revoked the consent')
  const revoked = await enterStatus(ctx, patient, to, { reason, consentRevokedAt: ctx.now() })
  await audit(ctx, {
    action: 'consent_revoked',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['status', 'consentRevokedAt'], from: patient.status, to },
  })
  await alertPeople(ctx, 'consent_revoked', patient, { creator: true, assignee: true }, { reason })
  return revoked
})
