import type { CalendarFeed } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'

/** The actor's private calendar, without its address; `null` where there is none. No patient data, so no row. */
export async function showCalendarFeed(ctx: OperationContext): Promise<CalendarFeed | null> {
  authorize(ctx, 'calendar.keep')
  const { id: userId, role } = ctx.actor
  return ctx.db.calendarFeed.findFirst({ where: { userId, role, revokedAt: null } })
}
