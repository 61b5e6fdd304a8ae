import { refuseClosed } from '#domain/appointments/appointment.ts'
import { editAppointmentInput, NOT_IN_FUTURE } from '#domain/appointments/inputs.ts'
import { conflict } from '#domain/errors.ts'
import { bookingRefusal, mayBook, maySchedule, scheduleRefusal } from '#domain/patients/status.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { invalid, operation } from '../operation.ts'
import { setConsultation } from '../patients/setConsultation.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { checkProvider } from './checkProvider.ts'
import { takeSlot } from './takeSlot.ts'
import { appointmentForUpdate } from './viewAppointment.ts'

/**
 * Edits a scheduled appointment. If it mirrors a consultation, the consultation changes too, so it can move
 * only when the consultation could. The identifiers of a settled one can change, too.
 */
export const editAppointment = operation(
  withIdentifiers(versioned(editAppointmentInput)),
  async (ctx, input): Promise<Appointment> => {
    const { appointmentId, expectedVersion, bookAnyway, identifiers, ...edit } = input
    refuseEmptyEdit({ ...edit, identifiers })
    // The identifiers of a settled appointment can change, but nothing else.
    const isEdit = Object.values(edit).some((value) => value !== undefined)
    const subject = { resourceType: 'appointment' as const, resourceId: appointmentId }
    authorize(ctx, 'appointment.edit', undefined, subject)
    const { appointment, patient } = await appointmentForUpdate(ctx, appointmentId)
    refuseStale(versionOf(appointment), expectedVersion, 'appointment')
    const changed = changesOf(appointment, edit)
    const fields = Object.keys(changed)
    const wanted: Appointment = { ...appointment, ...only(fields, edit) }
    if (isEdit) await checkEdit(ctx, { appointment, wanted, patient, fields })
    const isNews = fields.some((name) => name !== 'notes')
    const newIdentifiers = await saveIdentifiers(ctx, 'appointment', appointmentId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers

    const { appointment: edited, bookedAnyway } = await takeSlot(
      ctx,
      wanted,
      { current: appointment, bookAnyway: bookAnyway === true, field: 'scheduledAt' },
      (isDoubleBooked) => write(ctx, { ...wanted, isDoubleBooked }, Object.keys(changed)),
    )
    const { patientId } = edited
    await auditEdit(ctx, changed, {
      ...subject,
      patientId,
      ...(bookedAnyway && { details: { bookedAnyway } }),
    })
    if (isEdit && edited.isConsultation) await setConsultation(ctx, patient, edited)
    if (isNews) {
      const { isConsultation, providerId } = edited
      const users = [providerId, appointment.providerId]
      await sendAlert(ctx, 'appointment_changed', { patient, isConsultation, users })
    }
    return edited
  },
)

/** The given fields that an edit may change. */
const only = (fields: string[], edit: object): Partial<Appointment> =>
  Object.fromEntries(Object.entries(edit).filter(([name]) => fields.includes(name)))

const write = (
  { db, now }: OperationContext,
  wanted: Appointment,
  fields: string[],
): Promise<Appointment> => {
  if (fields.length === 0) return Promise.resolve(wanted)
  const { id, providerId, scheduledAt, duration, location, notes, isDoubleBooked } = wanted
  const data = {
    ...{ providerId, scheduledAt, duration, location, notes, isDoubleBooked, updatedAt: now() },
    ...(fields.includes('scheduledAt') && { arrivedAt: null }),
  }
  return db.appointment.update({ where: { id }, data })
}

type Edit = { appointment: Appointment; wanted: Appointment; patient: Patient; fields: string[] }

/** Throws the reason why the edit is not allowed: first invalid input, then the appointment's state. */
async function checkEdit(
  ctx: OperationContext,
  { appointment, wanted, patient, fields }: Edit,
): Promise<void> {
  const moves = fields.includes('scheduledAt')
  if (moves && wanted.scheduledAt <= ctx.now()) throw invalid({ scheduledAt: NOT_IN_FUTURE })
  if (wanted.isConsultation && !wanted.location) throw invalid({ location: 'Location is required' })
  if (fields.includes('providerId')) await checkProvider(ctx, wanted.providerId, patient)
  refuseClosed(appointment.status)
  if (wanted.isConsultation && (moves || fields.includes('location'))) {
    if (!maySchedule(ctx.actor.role, patient.status)) {
      throw conflict('wrong_status', scheduleRefusal(patient.status))
    }
  } else if (moves && !mayBook(ctx.actor.role, patient.status)) {
    throw conflict('wrong_status', bookingRefusal(patient.status))
  }
}
