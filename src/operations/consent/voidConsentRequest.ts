import { voidConsentRequestInput } from '#domain/consent/inputs.ts'
import { Failure } from '#domain/errors.ts'
import { allowsStep, nextStatus } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { enterStatus } from '../patients/enterStatus.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { voidConsentRequests } from './voidConsentRequests.ts'

/**
 * Voids an open consent request and its link. A patient at Consent Sent returns to Pending Consent, even
 * without a request; a patient further along keeps the status.
 */
export const voidConsentRequest = operation(
  voidConsentRequestInput,
  async (ctx, { patientId, reason }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'consent.void', patient, { resourceType: 'patient', resourceId: patientId })
    const why = reason ?? 'The clinic voided the consent request'
    const wasOpen = await voidConsentRequests(ctx, patient, why)
    if (wasOpen) await sendAlert(ctx, 'consent_voided', { patient, reason: why })
    if (!allowsStep(patient.status, 'return_to_pending')) {
      if (wasOpen) return patient
      throw new Failure('conflict', 'This patient has no open consent request')
    }
    const to = nextStatus(patient.status, 'return_to_pending')
    const returned = await enterStatus(ctx, patient, to, { reason: why })
    // If there was a request, its own audit row already records this.
    if (!wasOpen) {
      await audit(ctx, {
        action: 'updated',
        resourceType: 'patient',
        resourceId: patientId,
        patientId,
        details: { fields: ['status'], from: patient.status, to },
      })
    }
    return returned
  },
)
