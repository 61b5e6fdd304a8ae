import * as z from 'zod/mini'
import type { CalendarFeed } from '#infra/prisma/client.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { operation } from '../operation.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

/** Creates the actor's private calendar. Only this result has its URL. The previous one stops working. */
export const createCalendarFeed = operation(
  z.strictObject({}),
  async (ctx): Promise<{ calendarFeed: CalendarFeed; address: string }> => {
    authorize(ctx, 'calendar.keep')
    await actorForUpdate(ctx)
    await revokeFeeds(ctx, ctx.actor.id)
    const token = ctx.calendarTokens.make()
    const calendarFeed = await ctx.db.calendarFeed.create({
      data: {
        userId: ctx.actor.id,
        role: ctx.actor.role,
        tokenHash: ctx.calendarTokens.hash(token),
        createdAt: ctx.now(),
      },
    })
    await audit(ctx, { action: 'created', resourceType: 'calendar_feed', resourceId: calendarFeed.id })
    return { calendarFeed, address: ctx.calendars.addressOf(token) }
  },
)

/** The actor's private calendar without its URL, or `null`. Not audited, because it has no patient data. */
export async function showCalendarFeed(ctx: OperationContext): Promise<CalendarFeed | null> {
  authorize(ctx, 'calendar.keep')
  const { id: userId, role } = ctx.actor
  return ctx.db.calendarFeed.findFirst({ where: { userId, role, revokedAt: null } })
}

/** Revokes the actor's private calendar at once. Returns whether there was one. */
export const revokeCalendarFeed = operation(z.strictObject({}), async (ctx): Promise<boolean> => {
  authorize(ctx, 'calendar.keep')
  return (await revokeFeeds(ctx, ctx.actor.id)) > 0
})

/** Revokes a user's calendar feed, if any, with one audit row for each. Returns how many there were. */
export async function revokeFeeds(ctx: RequestContext, userId: string, reason?: string): Promise<number> {
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
