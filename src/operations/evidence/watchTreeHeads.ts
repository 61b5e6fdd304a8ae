import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { showExactly } from '#domain/dates.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'

/** The age at which the newest tree head is late, in milliseconds. */
export const LATE_MS = 300_000

/**
 * Alerts all administrators, once for each interruption, if no tree head was signed and no row appended for five minutes.
 * `startedAt` is when this process started, before which it signed nothing.
 */
export async function watchTreeHeads(ctx: RequestContext, startedAt: Date): Promise<void> {
  const { logId } = ctx.evidenceKeyOf()
  const [last] = await ctx.db.$queryRaw<[{ isEmpty: boolean; head: Date | null; appended: Date | null }]>`
    SELECT NOT EXISTS (SELECT FROM audit_logs) AS "isEmpty",
           (SELECT signed_at FROM evidence_heads WHERE log_id = ${logId} ORDER BY number DESC LIMIT 1) AS head,
           (SELECT appended_at FROM evidence_segments WHERE log_id = ${logId} ORDER BY start DESC LIMIT 1) AS appended`
  if (last.isEmpty) return
  const since = Math.max(startedAt.getTime(), last.head?.getTime() ?? 0, last.appended?.getTime() ?? 0)
  if (ctx.now().getTime() - since <= LATE_MS) return
  const facts = { since: showExactly(last.head ?? startedAt, ctx.timeZone) }
  await inTransaction(ctx, async (inside) => {
    // Held until the end, so that of two processes the second one sees whom the first has told.
    await inside.db.$queryRaw`
      SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
    const message = alertTypes.evidence_head_late.sentence(facts)
    const earlier = await inside.db.alert.findMany({
      where: { type: 'evidence_head_late', message },
      select: { userId: true },
    })
    if (earlier.length === 0) await sendAlert(inside, 'evidence_head_late', facts)
  })
}
