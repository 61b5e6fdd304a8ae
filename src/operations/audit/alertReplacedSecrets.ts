import { showExactly } from '#domain/dates.ts'
import { alertOnce } from '../alerts/alertOnce.ts'
import type { RequestContext } from '../context.ts'

const DAY_MS = 86_400_000

/** Alerts administrators, once for each, to secrets of the server that were replaced in the last 24 hours, such as the seal's key. */
export async function alertReplacedSecrets(ctx: RequestContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const rows = await ctx.db.auditLog.findMany({
    where: { createdAt: { gte: since }, resourceType: 'server_secret', action: 'updated' },
    orderBy: { createdAt: 'asc' },
  })
  for (const { resourceId, createdAt } of rows)
    await alertOnce(ctx, 'server_secret_replaced', {
      setting: resourceId ?? 'secret',
      at: showExactly(createdAt, ctx.timeZone),
    })
}
