import { bookAppointmentInput, NOT_IN_FUTURE } from '#domain/appointments/inputs.ts'
import { conflict } from '#domain/errors.ts'
import { bookingRefusal, mayBook } from '#domain/patients/status.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { auditAppointment } from './auditAppointment.ts'
import { checkProvider } from './checkProvider.ts'
import { takeSlot } from './takeSlot.ts'

/**
 * Books an appointment for a patient and alerts the provider. Use `scheduleConsultation` for a consultation.
 */
export const bookAppointment = operation(
  withIdentifiers(bookAppointmentInput),
  async (ctx, input): Promise<Appointment> => {
    const { patientId, providerId, scheduledAt, duration, location = null, notes = null } = input
    authorize(ctx, 'appointment.book', undefined, { resourceType: 'patient', resourceId: patientId })
    if (scheduledAt <= ctx.now()) throw invalid({ scheduledAt: NOT_IN_FUTURE })

    const patient = await patientForUpdate(ctx, patientId)
    await checkProvider(ctx, providerId, patient)
    if (!mayBook(ctx.actor.role, patient.status))
      throw conflict('wrong_status', bookingRefusal(patient.status))

    const slot = { patientId, providerId, scheduledAt, duration }
    const now = ctx.now()
    const { appointment, bookedAnyway } = await takeSlot(
      ctx,
      slot,
      { current: null, bookAnyway: input.bookAnyway === true, field: 'scheduledAt' },
      (isDoubleBooked) =>
        ctx.db.appointment.create({
          data: {
            ...slot,
            location,
            notes,
            isDoubleBooked,
            createdById: ctx.actor.id,
            createdAt: now,
            updatedAt: now,
          },
        }),
    )
    await saveIdentifiers(ctx, 'appointment', appointment.id, input.identifiers)
    await auditAppointment(ctx, 'created', appointment, bookedAnyway ? { bookedAnyway } : {})
    await sendAlert(ctx, 'appointment_created', {
      patient,
      isConsultation: appointment.isConsultation,
      users: [appointment.providerId],
    })
    return appointment
  },
)
