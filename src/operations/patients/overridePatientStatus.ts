import { recordsClosed } from '#domain/consent/authorization.ts'
import { Failure } from '#domain/errors.ts'
import { overridePatientStatusInput } from '#domain/patients/inputs.ts'
import { consentStatuses, type PatientStatus, statusLabel } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { closeOpenRequest } from '../consent/closeOpenRequest.ts'
import { operation } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { enterStatus } from './enterStatus.ts'
import { lockedPatient } from './visiblePatient.ts'

/** Puts a patient at any status but dropped, with the effects DECISIONS names under "Consent". */
export const overridePatientStatus = operation(
  overridePatientStatusInput,
  async (ctx, { patientId, status }) => {
    const patient = await lockedPatient(ctx, patientId)
    authorize(ctx, 'patient.overrideStatus', patient, { resourceType: 'patient', resourceId: patientId })
    if (patient.status === status) {
      throw new Failure('conflict', `This patient is already at ${statusLabel(status)}`)
    }
    if (voidsRequest(status)) await closeOpenRequest(ctx, patient, 'An administrator changed the status')
    if (endsConsent(status)) await endForwardings(ctx, { patientId }, 'overridden')
    const moved = await enterStatus(ctx, patient, status, {
      reason: 'Status override',
      ...manualConsent(patient, status, ctx.now()),
      ...(patient.status === 'dropped' && { dropReason: null, droppedById: null, droppedAt: null }),
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'patient',
      resourceId: patientId,
      patientId,
      details: { fields: ['status'], from: patient.status, to: status },
    })
    return moved
  },
)

/** Back to before the consent: what was forwarded under it is closed. */
const endsConsent = (status: PatientStatus) => status === 'pending_consent' || status === 'consent_sent'

const voidsRequest = (status: PatientStatus) =>
  status === 'pending_consent' || consentStatuses.includes(status)

/**
 * A consent that an administrator's word stands for (DECISIONS, "Effects of an override"). One that was revoked
 * or has ended is given anew now: the old moments stand for nothing any more.
 */
const manualConsent = (patient: Patient, status: PatientStatus, now: Date) =>
  consentStatuses.includes(status)
    ? {
        consentIsManual: true,
        consentSignedAt: recordsClosed(patient, now) ? now : (patient.consentSignedAt ?? now),
        consentRevokedAt: null,
        ...(recordsClosed(patient, now) && { consentExpiresAt: null }),
      }
    : {}
