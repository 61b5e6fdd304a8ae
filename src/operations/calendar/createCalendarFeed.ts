import * as z from 'zod/mini'
import type { CalendarFeed } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { actorForUpdate } from '../users/forUpdate.ts'
import { revokeFeeds } from './revokeCalendarFeed.ts'

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
