import { appointmentIdInput } from '#domain/appointments/inputs.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { operation } from '../operation.ts'
import { settleAppointment } from './settleAppointment.ts'

/** The patient came. Of a consultation the patient's chart keeps when and where it was. */
export const completeAppointment = operation(
  appointmentIdInput,
  async (ctx, { appointmentId }): Promise<Appointment> =>
    (await settleAppointment(ctx, appointmentId, 'completed')).appointment,
)
