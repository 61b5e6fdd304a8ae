import { type BrokenLink, describeBrokenLink } from '#domain/audit/integrity.ts'
import { leaveAlerts } from '../alerts/leaveAlerts.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { checkAuditTrail, type TrailChecked } from './checkAuditTrail.ts'

/** Checks the whole audit log and alerts all administrators to a broken link. Safe to repeat or run concurrently. */
export async function guardAuditTrail(ctx: RequestContext): Promise<TrailChecked> {
  const checked = await checkAuditTrail(ctx)
  const { brokenLink } = checked
  if (brokenLink) await inTransaction(ctx, (inside) => alertAdministrators(inside, brokenLink))
  return checked
}

/** Alerts each administrator only once about the same broken link. */
async function alertAdministrators(ctx: RequestContext, brokenLink: BrokenLink): Promise<void> {
  const message = `The audit log was altered. ${describeBrokenLink(brokenLink)}`
  // Locked until the end, so that the second of two concurrent checks sees who was already alerted.
  const administrators = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
  const told = await ctx.db.alert.findMany({
    where: { type: 'audit_chain_broken', message },
    select: { userId: true },
  })
  const toldIds = new Set(told.map(({ userId }) => userId))
  await leaveAlerts(
    ctx,
    administrators
      .filter(({ id }) => !toldIds.has(id))
      .map(({ id }) => ({ type: 'audit_chain_broken', userId: id, message })),
  )
}
