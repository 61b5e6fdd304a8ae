import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { lockedPatient, ofVisiblePatients } from '../patients/visiblePatient.ts'
import type { AppointmentSelection } from './listAppointments.ts'

/** The appointment, if its patient exists for the actor; throws `not_found` for a missing and an invisible one alike. */
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
 * The appointment and its patient, both held until the transaction ends. The patient comes first, as wherever a
 * consultation is changed from the patient's side, so that the two sides never wait for each other in a circle.
 */
export async function lockedAppointment(
  ctx: OperationContext,
  appointmentId: string,
): Promise<{ appointment: Appointment; patient: Patient }> {
  const { patientId } = await visibleAppointment(ctx, appointmentId)
  const patient = await lockedPatient(ctx, patientId)
  await ctx.db.$queryRaw`SELECT 1 FROM appointments WHERE id = ${appointmentId}::uuid FOR UPDATE`
  return { appointment: await visibleAppointment(ctx, appointmentId), patient }
}
