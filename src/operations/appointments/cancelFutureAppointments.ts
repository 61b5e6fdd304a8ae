import { alertPeople, type Told } from '../alerts/alertPeople.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { noConsultation } from '../patients/setConsultation.ts'

/**
 * Cancels what is still to come for a patient: one audit row each, and one alert to every provider. Answers the
 * patient's consultation columns to clear when the consultation was among it, since the two are kept in step.
 */
export async function cancelFutureAppointments(
  ctx: OperationContext,
  patient: Told,
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
  await alertPeople(ctx, 'appointment_cancelled', patient, {
    users: coming.map(({ providerId }) => providerId),
  })
  return coming.some(({ isConsultation }) => isConsultation) ? noConsultation : {}
}
