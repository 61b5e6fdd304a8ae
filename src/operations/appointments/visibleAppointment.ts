import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { ofVisiblePatients, patientForUpdate } from '../patients/visiblePatient.ts'
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
