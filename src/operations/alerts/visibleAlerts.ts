import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Alert, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { type Asker, patientsVisibleTo } from '../patients/visiblePatient.ts'

/** One's own alerts; what somebody was told of a patient goes with the patient (DECISIONS, "Tasks"). */
export const alertsVisibleTo = (asker: Asker): Prisma.AlertWhereInput => ({
  userId: asker.actor.id,
  ...(asker.actor.role !== 'admin' && { OR: [{ patientId: null }, { patient: patientsVisibleTo(asker) }] }),
})

/** One of the own alerts; throws `not_found` for a missing one and for one of somebody else alike. */
export async function visibleAlert(ctx: OperationContext, alertId: string): Promise<Alert> {
  const alert = isUuid(alertId)
    ? await ctx.db.alert.findFirst({ where: { AND: [{ id: alertId }, alertsVisibleTo(ctx)] } })
    : null
  if (!alert) throw notFound('Alert', alertId)
  return alert
}
