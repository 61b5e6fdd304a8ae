import { allowOutcome, type Outcome } from '#domain/appointments/appointment.ts'
import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { auditAppointment } from './auditAppointment.ts'
import { appointmentForUpdate } from './viewAppointment.ts'

/** Records the outcome of a scheduled appointment. Throws `conflict` if it has one or has not begun. */
export async function recordOutcome(
  ctx: OperationContext,
  appointmentId: string,
  status: Outcome,
  more: { cancelReason?: string } = {},
): Promise<{ appointment: Appointment; patient: Patient }> {
  authorize(ctx, 'appointment.edit', undefined, { resourceType: 'appointment', resourceId: appointmentId })
  const { appointment, patient } = await appointmentForUpdate(ctx, appointmentId)
  allowOutcome(appointment, status, ctx.now())
  const settled = await ctx.db.appointment.update({
    where: { id: appointmentId },
    data: { ...more, status, updatedAt: ctx.now() },
  })
  await auditAppointment(ctx, 'updated', settled, { fields: ['status', ...Object.keys(more)], status })
  return { appointment: settled, patient }
}

/** Records that the patient came. The patient keeps the time and place of a completed consultation. */
export const completeAppointment = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<Appointment> =>
    (await recordOutcome(ctx, appointmentId, 'completed')).appointment,
)

/** Records that the patient did not come. The patient keeps the time and place of a missed consultation. */
export const markNoShow = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<Appointment> =>
    (await recordOutcome(ctx, appointmentId, 'no_show')).appointment,
)
