import { alertTypes } from '#domain/alerts/alertTypes.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { lastHead } from './heads.ts'

/** The age of the last head at which administrators are alerted. */
export const STALE_MS = 5 * 60_000

/**
 * Alerts each administrator once if the last head is older than five minutes. A clinic without a head is not alerted: its first
 * one can take a while.
 */
export async function watchTreeHead(ctx: RequestContext): Promise<void> {
  const head = await lastHead(ctx.db)
  if (!head || ctx.now().getTime() - head.signedAt.getTime() <= STALE_MS) return
  const facts = { since: `${head.signedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` }
  await inTransaction(ctx, async (inside) => {
    await inside.db.$queryRaw`
      SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`
    const alerted = await inside.db.alert.findMany({
      where: { type: 'evidence_stale', message: alertTypes.evidence_stale.sentence(facts) },
      select: { userId: true },
    })
    await sendAlert(inside, 'evidence_stale', { ...facts, except: alerted.map(({ userId }) => userId) })
  })
}
