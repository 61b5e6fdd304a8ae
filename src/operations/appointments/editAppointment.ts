import { refuseSettled } from '#domain/appointments/appointment.ts'
import { editAppointmentInput, NOT_IN_FUTURE } from '#domain/appointments/inputs.ts'
import { Failure } from '#domain/errors.ts'
import { bookingRefusal, mayBook, maySchedule, scheduleRefusal } from '#domain/patients/status.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, operation } from '../operation.ts'
import { setConsultation } from '../patients/setConsultation.ts'
import { auditAppointment, changedFields } from './auditAppointment.ts'
import { checkProvider } from './checkProvider.ts'
import { takeSlot } from './takeSlot.ts'
import { lockedAppointment } from './visibleAppointment.ts'

/**
 * Changes an appointment that is still to be settled. One that mirrors a consultation takes the patient's consultation
 * along, and so moves only when the consultation itself could be moved.
 */
export const editAppointment = operation(editAppointmentInput, async (ctx, input): Promise<Appointment> => {
  const { appointmentId, bookAnyway, ...given } = input
  authorize(ctx, 'appointment.edit', undefined, { resourceType: 'appointment', resourceId: appointmentId })
  const { appointment, patient } = await lockedAppointment(ctx, appointmentId)
  const wanted: Appointment = { ...appointment, ...withoutGaps(given) }
  await checkEdit(ctx, { appointment, wanted, patient })

  const { providerId, scheduledAt, duration, location, notes } = wanted
  const { appointment: edited, bookedAnyway } = await takeSlot(
    ctx,
    wanted,
    { current: appointment, bookAnyway: bookAnyway === true, field: 'scheduledAt' },
    (isDoubleBooked) =>
      ctx.db.appointment.update({
        where: { id: appointmentId },
        data: { providerId, scheduledAt, duration, location, notes, isDoubleBooked, updatedAt: ctx.now() },
      }),
  )
  const fields = changedFields(appointment, edited)
  await auditAppointment(ctx, 'updated', edited, { fields, ...(bookedAnyway && { bookedAnyway }) })
  if (edited.isConsultation) await setConsultation(ctx, patient, edited)
  if (fields.some((name) => name !== 'notes')) {
    const what = edited.isConsultation ? 'A consultation' : 'An appointment'
    const users = [edited.providerId, appointment.providerId]
    await alertPeople(ctx, 'appointment_changed', patient, { users }, what)
  }
  return edited
})

/** What was given; `null` clears, and only what was left out stays. */
const withoutGaps = <Given extends object>(
  given: Given,
): { [Name in keyof Given]: Exclude<Given[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

type Edit = { appointment: Appointment; wanted: Appointment; patient: Patient }

/** Throws what keeps the appointment as it is: first what is wrong with the input, then the state. */
async function checkEdit(ctx: OperationContext, { appointment, wanted, patient }: Edit): Promise<void> {
  const changed = changedFields(appointment, wanted)
  const moves = changed.includes('scheduledAt')
  if (moves && wanted.scheduledAt <= ctx.now()) throw invalid({ scheduledAt: NOT_IN_FUTURE })
  if (wanted.isConsultation && !wanted.location) throw invalid({ location: 'Location is required' })
  if (changed.includes('providerId')) await checkProvider(ctx, wanted.providerId, patient)
  refuseSettled(appointment.status)
  if (wanted.isConsultation && (moves || changed.includes('location'))) {
    if (!maySchedule(ctx.actor.role, patient.status)) {
      throw new Failure('conflict', scheduleRefusal(patient.status))
    }
  } else if (moves && !mayBook(ctx.actor.role, patient.status)) {
    throw new Failure('conflict', bookingRefusal(patient.status))
  }
}
