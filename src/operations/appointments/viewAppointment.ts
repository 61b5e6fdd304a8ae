import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { eventOf } from '../calendar/eventOf.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, operation, parse } from '../operation.ts'
import { ofVisiblePatients, patientForUpdate } from '../patients/visiblePatient.ts'
import { auditAppointment } from './auditAppointment.ts'
import type { AppointmentSelection } from './listAppointments.ts'

/** Returns an appointment of a visible patient. Throws `not_found` for a missing and for an invisible one. */
export async function visibleAppointment(
  ctx: OperationContext,
  appointmentId: string,
  selection: AppointmentSelection = {},
): Promise<Appointment> {
  const appointment = isUuid(appointmentId)
    ? await ctx.db.appointment.findFirst({
        where: { id: appointmentId, ...ofVisiblePatients(ctx) },
        ...selection,
      })
    : null
  if (!appointment) throw notFound('Appointment', appointmentId)
  return appointment
}

/**
 * Locks an appointment and its patient until the transaction ends. It locks the patient first, like every
 * change of a consultation, to avoid deadlocks.
 */
export async function appointmentForUpdate(
  ctx: OperationContext,
  appointmentId: string,
): Promise<{ appointment: Appointment; patient: Patient }> {
  const { patientId } = await visibleAppointment(ctx, appointmentId)
  const patient = await patientForUpdate(ctx, patientId)
  await ctx.db.$queryRaw`SELECT 1 FROM appointments WHERE id = ${appointmentId}::uuid FOR UPDATE`
  return { appointment: await visibleAppointment(ctx, appointmentId), patient }
}

/** Returns one appointment. The view is audited. */
export function viewAppointment(
  ctx: OperationContext,
  raw: { appointmentId: string },
  selection: AppointmentSelection = {},
): Promise<Appointment> {
  const { appointmentId } = parse(appointmentIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'appointment.list')
    const appointment = await visibleAppointment(inside, appointmentId, selection)
    await auditAppointment(inside, 'viewed', appointment)
    return appointment
  })
}

export type CalendarFile = { content: string; fileName: string }

/** Returns one appointment as an iCalendar file with its time and no patient data. */
export const downloadAppointment = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<CalendarFile> => {
    authorize(ctx, 'appointment.list')
    const appointment = await visibleAppointment(ctx, appointmentId)
    await auditAppointment(ctx, 'downloaded', appointment)
    const day = appointment.scheduledAt.toISOString().slice(0, 10)
    return { content: ctx.calendars.render([eventOf(appointment)]), fileName: `appointment-${day}.ics` }
  },
)
