import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { type BrokenLink, describeBrokenLink } from '#domain/audit/integrity.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { checkAuditTrail, type TrailChecked } from './checkAuditTrail.ts'

/** Checks the whole audit log and alerts all administrators to a broken link. Safe to repeat or run concurrently. */
export async function guardAuditTrail(ctx: RequestContext): Promise<TrailChecked> {
  const checked = await checkAuditTrail(ctx)
  const { brokenLink } = checked
  if (brokenLink) await inTransaction(ctx, (inside) => alertToBrokenLink(inside, brokenLink))
  return checked
}

/** Alerts each administrator only once about the same broken link. Returns whether it is the first alert about it. */
export async function alertToBrokenLink(ctx: RequestContext, brokenLink: BrokenLink): Promise<boolean> {
  const facts = { damage: describeBrokenLink(brokenLink) }
  const message = alertTypes.audit_chain_broken.sentence(facts)
  // Held until the end, so that of two checks at once the second one sees whom the first has told.
  await ctx.db.$queryRaw`
    SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
  const earlierAlerts = await ctx.db.alert.findMany({
    where: { type: 'audit_chain_broken', message },
    select: { userId: true },
  })
  await sendAlert(ctx, 'audit_chain_broken', { ...facts, except: earlierAlerts.map(({ userId }) => userId) })
  return earlierAlerts.length === 0
}
