import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import type { AlertNews } from './follower.ts'
import { countUnread } from './pushAlerts.ts'
import type { Stream } from './stream.ts'

/** One event of a stream. `read` records whom its alert is about and then returns it. */
export type AlertDelivery = { read: () => Promise<AlertNews> }

/** A stream names a patient in the audit log once in this time. */
const NAMED_EVERY_MS = 3_600_000
/** How many patients a stream remembers as named. Then it forgets them and names them again. */
const NAMED_MAX = 1_000

/**
 * Streams the actor's new alerts, starting with the unread count. The start is audited like a list, and later each
 * patient whom a delivered alert is about.
 */
export async function followAlerts(ctx: OperationContext): Promise<AsyncIterable<AlertDelivery>> {
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
    return deliveries(ctx, stream)
  } catch (error) {
    stream.end()
    throw error
  }
}

/** The stream itself, with its end, whose events are recorded when they are read. */
function deliveries(ctx: OperationContext, stream: Stream<AlertNews>) {
  const record = recorder(ctx)
  const delivery = (news: AlertNews): AlertDelivery => ({
    read: async () => {
      await record(news)
      return news
    },
  })
  return {
    over: stream.over,
    return: () => stream.return?.(),
    next: async () => {
      const { value, done } = await stream.next()
      return done || !value ? { value: undefined, done: true } : { value: delivery(value), done: false }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  } as AsyncIterableIterator<AlertDelivery, undefined>
}

/** Records whom delivered alerts are about. What cannot be recorded is not delivered. */
function recorder(ctx: OperationContext) {
  const named = new Map<string, number>()
  return async ({ alert }: AlertNews): Promise<void> => {
    const { patientId } = alert ?? {}
    const now = ctx.now().getTime()
    if (!patientId || now - (named.get(patientId) ?? 0) < NAMED_EVERY_MS) return
    await inTransaction(ctx, (inside) =>
      auditListed(inside, 'alert', { filters: ['live'], count: 1, patientIds: [patientId] }),
    )
    if (named.size >= NAMED_MAX) named.clear()
    named.set(patientId, now)
  }
}
