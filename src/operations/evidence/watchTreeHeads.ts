import { showExactly } from '#domain/dates.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'

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
  await alertOnce(ctx, 'evidence_head_late', { since: showExactly(last.head ?? startedAt, ctx.timeZone) })
}
