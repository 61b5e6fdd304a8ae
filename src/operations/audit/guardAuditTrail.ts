import { type BrokenLink, describeBrokenLink } from '#domain/audit/integrity.ts'
import { leaveAlerts } from '../alerts/leaveAlerts.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { checkAuditTrail, type TrailChecked } from './checkAuditTrail.ts'

/** Checks the whole trail, and tells every administrator where it is broken. Safe to run twice and beside itself. */
export async function guardAuditTrail(ctx: RequestContext): Promise<TrailChecked> {
  const checked = await checkAuditTrail(ctx)
  const { brokenLink } = checked
  if (brokenLink) await inTransaction(ctx, (inside) => alertAdministrators(inside, brokenLink))
  return checked
}

/** Alerts each administrator only once about the same broken link. */
async function alertAdministrators(ctx: RequestContext, brokenLink: BrokenLink): Promise<void> {
  const message = `The audit log was altered. ${describeBrokenLink(brokenLink)}`
  // Held until the end, so that of two checks at once the second one sees whom the first has told.
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
