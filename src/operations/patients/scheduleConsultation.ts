import { Failure } from '#domain/errors.ts'
import { scheduleConsultationInput } from '#domain/patients/inputs.ts'
import { maySchedule, scheduleRefusal } from '#domain/patients/status.ts'
import { instantOf } from '#domain/zones.ts'
import { mirrorConsultation } from '../appointments/mirrorConsultation.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'
import { setConsultation } from './setConsultation.ts'
import { lockedPatient } from './visiblePatient.ts'

/**
 * Sets or moves a patient's consultation and the appointment that mirrors it. Day and time are the clinic's;
 * together they must lie later than now. Changes no status. Booking over a taken slot is for those who book
 * appointments, so an attorney who asks for it is `forbidden`.
 */
export const scheduleConsultation = operation(scheduleConsultationInput, async (ctx, input) => {
  const { patientId, consultationDate, consultationTime, consultationLocation } = input
  const denied = { resourceType: 'patient', resourceId: patientId }
  const bookAnyway = input.bookAnyway === true
  if (bookAnyway) authorize(ctx, 'appointment.book', undefined, denied)
  const scheduledAt = instantOf(consultationDate, consultationTime, ctx.timeZone)
  if (scheduledAt <= ctx.now()) throw invalid({ consultationDate: 'Consultation date must be in the future' })

  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'patient.scheduleConsultation', patient, denied)
  if (!maySchedule(ctx.actor.role, patient.status))
    throw new Failure('conflict', scheduleRefusal(patient.status))

  const slot = { scheduledAt, location: consultationLocation }
  return setConsultation(ctx, patient, await mirrorConsultation(ctx, patient, slot, bookAnyway))
})
