import * as z from 'zod/mini'
import type { Actor } from '#domain/access/actor.ts'
import { notFound } from '#domain/errors.ts'
import { mustAddFactor } from '#domain/factors/secondFactor.ts'
import type { Appointment, CalendarFeed, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'
import { eventOf } from './eventOf.ts'

const DAY = 86_400_000
/** The days before and after today in a calendar, and its maximum number of appointments. */
const SPAN = { back: 60, ahead: 400, most: 2000 } as const
/** Programs refresh every few minutes, so an audit row covers an hour. */
const RECORDED_EVERY_MS = 3_600_000

/**
 * Returns a user's own appointments as an iCalendar file, for any client with the URL. Throws `not_found` for an
 * unknown or revoked URL, or if the user was deleted, deactivated, has another role now or must set up a second factor.
 */
export const readCalendarFeed = unwrapped(
  z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  (ctx: RequestContext, { token }): Promise<string> =>
    inTransaction(ctx, async (inside) => {
      const feed = await inside.db.calendarFeed.findUnique({
        where: { tokenHash: inside.calendarTokens.hash(token), revokedAt: null },
        include: { user: true },
      })
      const { user } = feed ?? {}
      const isAlive =
        user?.isActive &&
        !user.deletedAt &&
        !user.mustChangePassword &&
        !mustAddFactor(user, inside.secondFactors, inside.now()) &&
        user.role === feed?.role
      if (!feed || !isAlive) throw notFound('Calendar', 'calendar')
      const now = inside.now().getTime()
      const appointments = await inside.db.appointment.findMany({
        where: {
          ...ownOf(feed, inside.now()),
          scheduledAt: { gte: new Date(now - SPAN.back * DAY), lt: new Date(now + SPAN.ahead * DAY) },
        },
        orderBy: [{ scheduledAt: 'asc' }, { id: 'asc' }],
        take: SPAN.most,
      })
      await recordReading(inside, feed, appointments)
      return inside.calendars.render(appointments.map(eventOf))
    }),
)

/**
 * The appointments that the user provides, of patients visible to the user's programs. For an attorney, those of their
 * patients.
 */
function ownOf(feed: CalendarFeed, now: Date): Prisma.AppointmentWhereInput {
  const { id: feedId, userId, role } = feed
  const program: Actor = {
    id: userId,
    role,
    mustChangePassword: false,
    key: { id: feedId, scopes: ['appointments_read'] },
  }
  return {
    ...ofVisiblePatients({ actor: program, now: () => now }),
    ...(role !== 'attorney' && { providerId: userId }),
  }
}

async function recordReading(
  ctx: RequestContext,
  feed: CalendarFeed,
  read: readonly Appointment[],
): Promise<void> {
  const { id, userId, lastReadAt } = feed
  if (lastReadAt && ctx.now().getTime() - lastReadAt.getTime() < RECORDED_EVERY_MS) return
  await ctx.db.calendarFeed.update({ where: { id }, data: { lastReadAt: ctx.now() } })
  await audit(ctx, {
    action: 'downloaded',
    resourceType: 'calendar_feed',
    resourceId: id,
    userId,
    details: { count: read.length },
    patientIds: read.map(({ patientId }) => patientId),
  })
}
