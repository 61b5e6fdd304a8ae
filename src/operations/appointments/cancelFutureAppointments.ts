import { type AlertedPatient, sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { noConsultation } from '../patients/setConsultation.ts'

/**
 * Cancels a patient's future appointments with one audit row each and one alert per provider. If the
 * consultation is among them, returns the patient's consultation columns to clear, because the two must
 * match.
 */
export async function cancelFutureAppointments(
  ctx: OperationContext,
  patient: AlertedPatient,
): Promise<typeof noConsultation | Record<string, never>> {
  const coming = await ctx.db.appointment.findMany({
    where: { patientId: patient.id, status: 'scheduled', scheduledAt: { gt: ctx.now() } },
    select: { id: true, isConsultation: true, providerId: true },
  })
  const ids = coming.map(({ id }) => id)
  await ctx.db.appointment.updateMany({ where: { id: { in: ids } }, data: { status: 'cancelled' } })
  await auditAll(
    ctx,
    ids.map((id) => ({
      action: 'updated',
      resourceType: 'appointment',
      resourceId: id,
      patientId: patient.id,
      details: { fields: ['status'], status: 'cancelled' },
    })),
  )
  await sendAlert(ctx, 'appointment_cancelled', {
    patient,
    isConsultation: false,
    users: coming.map(({ providerId }) => providerId),
  })
  return coming.some(({ isConsultation }) => isConsultation) ? noConsultation : {}
}
