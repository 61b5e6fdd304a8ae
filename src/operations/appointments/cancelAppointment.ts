import { cancelAppointmentInput } from '#domain/appointments/inputs.ts'
import type { Appointment } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { operation } from '../operation.ts'
import { setConsultation } from '../patients/setConsultation.ts'
import { recordOutcome } from './recordOutcome.ts'

/**
 * Cancels an appointment and frees its slot. If it mirrors a consultation, the consultation is cancelled too.
 */
export const cancelAppointment = operation(
  cancelAppointmentInput,
  async (ctx, { appointmentId, cancelReason }): Promise<Appointment> => {
    const reason = cancelReason ? { cancelReason } : {}
    const { appointment, patient } = await recordOutcome(ctx, appointmentId, 'cancelled', reason)
    if (appointment.isConsultation) await setConsultation(ctx, patient, null)
    const { isConsultation, providerId } = appointment
    await sendAlert(ctx, 'appointment_cancelled', { patient, isConsultation, users: [providerId] })
    return appointment
  },
)
