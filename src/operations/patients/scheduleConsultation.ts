import { conflict } from '#domain/errors.ts'
import { scheduleConsultationInput } from '#domain/patients/inputs.ts'
import { maySchedule, scheduleRefusal } from '#domain/patients/status.ts'
import { instantOf } from '#domain/zones.ts'
import { mirrorConsultation } from '../appointments/mirrorConsultation.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { setConsultation } from './setConsultation.ts'
import { patientForUpdate } from './visiblePatient.ts'

/**
 * Sets or moves a patient's consultation and its appointment. Date and time are in the clinic's time zone and
 * must be in the future. Changes no status. Only users who book appointments may take a busy slot; an
 * attorney who asks for it gets `forbidden`.
 */
export const scheduleConsultation = operation(versioned(scheduleConsultationInput), async (ctx, input) => {
  const { patientId, expectedVersion, consultationDate, consultationTime, consultationLocation } = input
  const denied = { resourceType: 'patient', resourceId: patientId }
  const bookAnyway = input.bookAnyway === true
  if (bookAnyway) authorize(ctx, 'appointment.book', undefined, denied)
  const scheduledAt = instantOf(consultationDate, consultationTime, ctx.timeZone)
  if (scheduledAt <= ctx.now()) throw invalid({ consultationDate: 'Consultation date must be in the future' })

  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'patient.scheduleConsultation', patient, denied)
  refuseStale(versionOf(patient), expectedVersion, 'patient')
  if (!maySchedule(ctx.actor.role, patient.status))
    throw conflict('wrong_status', scheduleRefusal(patient.status))

  const slot = { scheduledAt, location: consultationLocation }
  return setConsultation(ctx, patient, await mirrorConsultation(ctx, patient, slot, bookAnyway))
})
