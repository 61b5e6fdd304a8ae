import type { CalendarFeed } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'

/** The actor's private calendar without its URL, or `null`. Not audited, because it has no patient data. */
export async function showCalendarFeed(ctx: OperationContext): Promise<CalendarFeed | null> {
  authorize(ctx, 'calendar.keep')
  const { id: userId, role } = ctx.actor
  return ctx.db.calendarFeed.findFirst({ where: { userId, role, revokedAt: null } })
}
