import { patientIdInput } from '#domain/patients/inputs.ts'
import { nextStatus } from '#domain/patients/status.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { enterStatus } from './enterStatus.ts'
import { lockedPatient } from './visiblePatient.ts'

/** "Mark ready to schedule": from Consent Signed to Schedulable, by the clinic (DECISIONS, "Consent"). */
export const markSchedulable = operation(patientIdInput, async (ctx, { patientId }) => {
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'patient.markSchedulable', patient, { resourceType: 'patient', resourceId: patientId })
  const to = nextStatus(patient.status, 'mark_schedulable')
  const moved = await enterStatus(ctx, patient, to)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['status'], from: patient.status, to },
  })
  return moved
})
