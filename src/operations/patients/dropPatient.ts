import { dropPatientInput } from '#domain/patients/inputs.ts'
import { nextStatus } from '#domain/patients/status.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { cancelFutureAppointments } from '../appointments/cancelFutureAppointments.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { voidConsentRequests } from '../consent/voidConsentRequests.ts'
import { operation } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { enterStatus } from './enterStatus.ts'
import { patientForUpdate } from './visiblePatient.ts'

/** Removes a patient from the caseload. Only an administrator's status override undoes it. */
export const dropPatient = operation(
  versioned(dropPatientInput),
  async (ctx, { patientId, dropReason, expectedVersion }) => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.drop', patient, { resourceType: 'patient', resourceId: patientId })
    refuseStale(versionOf(patient), expectedVersion, 'patient')
    const to = nextStatus(patient.status, 'drop')

    await voidConsentRequests(ctx, patient, 'The patient was dropped')
    await endForwardings(ctx, { patientId }, 'dropped')
    const cancelled = await cancelFutureAppointments(ctx, patient)
    const dropped = await enterStatus(ctx, patient, to, {
      reason: dropReason,
      dropReason,
      droppedById: ctx.actor.id,
      droppedAt: ctx.now(),
      ...cancelled,
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'patient',
      resourceId: patientId,
      patientId,
      details: { fields: ['status', 'dropReason'], from: patient.status, to, status: to },
    })
    await sendAlert(ctx, 'patient_dropped', { patient })
    return dropped
  },
)
