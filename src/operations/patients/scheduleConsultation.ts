import { instantOf } from '#domain/calendar.ts'
import { dateOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { scheduleConsultationInput } from '#domain/patients/inputs.ts'
import { maySchedule, scheduleRefusal } from '#domain/patients/status.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { mirrorConsultation } from '../appointments/mirrorConsultation.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'
import { lockedPatient } from './visiblePatient.ts'

/**
 * Sets or moves a patient's consultation and the appointment that mirrors it. Day and time are the clinic's;
 * together they must lie later than now. Changes no status.
 */
export const scheduleConsultation = operation(scheduleConsultationInput, async (ctx, input) => {
  const { patientId, consultationDate, consultationTime, consultationLocation } = input
  const scheduledAt = instantOf(consultationDate, consultationTime, ctx.timeZone)
  if (scheduledAt <= ctx.now()) throw invalid({ consultationDate: 'Consultation date must be in the future' })

  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'patient.scheduleConsultation', patient, { resourceType: 'patient', resourceId: patientId })
  if (!maySchedule(ctx.actor.role, patient.status))
    throw new Failure('conflict', scheduleRefusal(patient.status))

  const isMove = patient.consultationDate !== null
  const scheduled = await ctx.db.patient.update({
    where: { id: patientId },
    data: { consultationDate: dateOf(consultationDate), consultationTime, consultationLocation },
  })
  const appointment = await mirrorConsultation(ctx, patient, { scheduledAt, location: consultationLocation })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['consultationDate', 'consultationTime', 'consultationLocation'] },
  })
  await alertPeople(ctx, isMove ? 'appointment_changed' : 'appointment_created', patient, {
    users: [appointment.providerId],
  })
  return scheduled
})
