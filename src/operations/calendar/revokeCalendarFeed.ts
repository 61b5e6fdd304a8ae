import * as z from 'zod/mini'
import { auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'

/** Revokes the actor's private calendar at once. Returns whether there was one. */
export const revokeCalendarFeed = operation(z.strictObject({}), async (ctx): Promise<boolean> => {
  authorize(ctx, 'calendar.keep')
  return (await revokeFeeds(ctx, ctx.actor.id)) > 0
})

/** Revokes a user's calendar feed, if any, with one audit row for each. Returns how many there were. */
export async function revokeFeeds(ctx: OperationContext, userId: string, reason?: string): Promise<number> {
  const where = { userId, revokedAt: null }
  const feeds = await ctx.db.calendarFeed.findMany({ where, select: { id: true } })
  await ctx.db.calendarFeed.updateMany({ where, data: { revokedAt: ctx.now() } })
  await auditAll(
    ctx,
    feeds.map(({ id }) => ({
      action: 'updated',
      resourceType: 'calendar_feed',
      resourceId: id,
      details: { fields: ['revokedAt'], ...(reason && { userId, reason }) },
    })),
  )
  return feeds.length
}
