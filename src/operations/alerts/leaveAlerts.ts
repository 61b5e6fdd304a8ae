import { mailedAlerts } from '#domain/alerts/mailedAlerts.ts'
import type { AlertType } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'

export type NewAlert = { type: AlertType; userId: string; patientId?: string | null; message: string }

/**
 * Creates alerts; every alert is created here. Each gets an e-mail copy if mail is on, its kind is e-mailed
 * and the user has not turned copies off. `scheduledFor` is when the copy is sent.
 */
export async function leaveAlerts(ctx: RequestContext, alerts: readonly NewAlert[]): Promise<void> {
  const createdAt = ctx.now()
  const addresses = await addressesFor(ctx, alerts)
  const addressOf = ({ type, userId }: Pick<NewAlert, 'type' | 'userId'>) =>
    mailedAlerts[type] === null ? undefined : addresses.get(userId)
  const data = alerts.map((alert) => ({
    ...alert,
    createdAt,
    scheduledFor: addressOf(alert) === undefined ? null : createdAt,
  }))
  if (addresses.size === 0) {
    await ctx.db.alert.createMany({ data })
    return
  }
  const left = await ctx.db.alert.createManyAndReturn({
    data,
    select: { id: true, type: true, userId: true },
  })
  for (const { id: alertId, type, userId } of left) {
    const to = addressOf({ type, userId })
    if (to !== undefined) await queueMail(ctx, { kind: 'alert', to, userId, alertId })
  }
}

async function addressesFor(ctx: RequestContext, alerts: readonly NewAlert[]): Promise<Map<string, string>> {
  const mailed = alerts.filter(({ type }) => mailedAlerts[type] !== null).map(({ userId }) => userId)
  if (!ctx.mailer || mailed.length === 0) return new Map()
  const users = await ctx.db.user.findMany({
    where: { id: { in: mailed }, kind: 'person', isActive: true, deletedAt: null, emailAlerts: true },
    select: { id: true, email: true },
  })
  return new Map(users.map(({ id, email }) => [id, email]))
}
