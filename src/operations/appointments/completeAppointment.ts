import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { operation } from '../operation.ts'
import { settleAppointment } from './settleAppointment.ts'

/** Records that the patient came. The patient keeps the time and place of a completed consultation. */
export const completeAppointment = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<Appointment> =>
    (await settleAppointment(ctx, appointmentId, 'completed')).appointment,
)
