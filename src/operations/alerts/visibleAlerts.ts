import type { Actor } from '#domain/access/actor.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Alert, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { patientsVisibleTo } from '../patients/visiblePatient.ts'

/** One's own alerts; what an attorney was told of a patient goes with the patient (DECISIONS, "Tasks"). */
export const alertsVisibleTo = (actor: Actor): Prisma.AlertWhereInput => ({
  userId: actor.id,
  ...(actor.role === 'attorney' && { OR: [{ patientId: null }, { patient: patientsVisibleTo(actor) }] }),
})

/** One of the own alerts; throws `not_found` for a missing one and for one of somebody else alike. */
export async function visibleAlert({ db, actor }: OperationContext, alertId: string): Promise<Alert> {
  const alert = isUuid(alertId)
    ? await db.alert.findFirst({ where: { AND: [{ id: alertId }, alertsVisibleTo(actor)] } })
    : null
  if (!alert) throw notFound('Alert', alertId)
  return alert
}
