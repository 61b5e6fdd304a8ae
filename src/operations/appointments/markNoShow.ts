import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { operation } from '../operation.ts'
import { settleAppointment } from './settleAppointment.ts'

/** Records that the patient did not come. The patient keeps the time and place of a missed consultation. */
export const markNoShow = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<Appointment> =>
    (await settleAppointment(ctx, appointmentId, 'no_show')).appointment,
)
