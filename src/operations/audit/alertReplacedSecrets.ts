import { showExactly } from '#domain/dates.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'

const DAY_MS = 86_400_000

/** Alerts administrators once to each secret of the server, such as the key of the seal, that was replaced within a day. */
export async function alertReplacedSecrets(ctx: RequestContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const rows = await ctx.db.auditLog.findMany({
    where: { createdAt: { gte: since }, resourceType: 'server_secret', action: 'updated' },
    orderBy: { createdAt: 'asc' },
  })
  for (const { resourceId, createdAt } of rows)
    await alertOnce(ctx, 'server_secret_replaced', {
      setting: resourceId ?? 'A secret',
      at: showExactly(createdAt, ctx.timeZone),
    })
}
