import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Alert, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { type Asker, patientsVisibleTo } from '../patients/visiblePatient.ts'

/**
 * The filter for the actor's alerts. An alert about a patient is visible only with the patient (DECISIONS,
 * "Tasks").
 */
export const alertsVisibleTo = (asker: Asker): Prisma.AlertWhereInput => ({
  userId: asker.actor.id,
  ...(asker.actor.role !== 'admin' && { OR: [{ patientId: null }, { patient: patientsVisibleTo(asker) }] }),
})

/** Returns one of the actor's alerts. Throws `not_found` for a missing one and for another user's. */
export async function visibleAlert(ctx: OperationContext, alertId: string): Promise<Alert> {
  const alert = isUuid(alertId)
    ? await ctx.db.alert.findFirst({ where: { AND: [{ id: alertId }, alertsVisibleTo(ctx)] } })
    : null
  if (!alert) throw notFound('Alert', alertId)
  return alert
}
