import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import type { AlertNews } from './follower.ts'
import type { Stream } from './stream.ts'
import { countUnread } from './tellAlerts.ts'

/** Streams the actor's new alerts, starting with the unread count. Audited once, like a list. */
export async function followAlerts(ctx: OperationContext): Promise<Stream<AlertNews>> {
  authorize(ctx, 'live.follow')
  authorize(ctx, 'alert.list')
  const stream = await ctx.live.alerts(ctx)
  try {
    const unreadCount = await inTransaction(ctx, async (inside) => {
      const count = await countUnread(inside)
      await auditListed(inside, 'alert', { filters: ['live'], count })
      return count
    })
    stream.push({ unreadCount, alert: null })
    return stream
  } catch (error) {
    stream.end()
    throw error
  }
}
