import { unavailability } from '#domain/appointments/availability.ts'
import { outsideHoursInput, setWorkingHoursInput, workingHoursInput } from '#domain/appointments/inputs.ts'
import { clockAt } from '#domain/clockTime.ts'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { WorkingHours } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { holdUser } from '../users/forUpdate.ts'
import { checkProviderSeen } from './whoseTimes.ts'

/** The most rows of one list: the hours of some two hundred providers. */
export const HOURS_MAX = 5_000

const inOrder = [{ providerId: 'asc' }, { weekday: 'asc' }, { startsAt: 'asc' }] as const

/** Returns the working hours of one provider or of all. Attorneys see only their own. */
export const listWorkingHours = operation(
  workingHoursInput,
  async (ctx, { providerId }): Promise<WorkingHours[]> => {
    authorize(ctx, 'appointment.seeBusy')
    const where = [
      providerId ? { providerId: isUuid(providerId) ? providerId : { in: [] } } : {},
      ctx.actor.role === 'attorney' ? { providerId: ctx.actor.id } : {},
    ]
    return ctx.db.workingHours.findMany({ where: { AND: where }, orderBy: [...inOrder], take: HOURS_MAX })
  },
)

/** How many coming appointments are outside of the working hours, and when the first of them is; `null` without any. */
export type OutsideHours = { count: number; nextAt: Date | null }

/** The most coming appointments of a provider that are compared with the hours: some years of full days. */
const COMPARED_MAX = 5_000

/**
 * Counts the scheduled appointments of a provider that are outside of the working hours: these may have been changed since, or
 * someone booked anyway. Throws `not_found` for a provider whose times the user cannot see.
 */
export const countOutsideHours = operation(
  outsideHoursInput,
  async (ctx, { providerId }): Promise<OutsideHours> => {
    authorize(ctx, 'appointment.seeBusy')
    await checkProviderSeen(ctx, providerId)
    const { db, timeZone } = ctx
    const hours = await db.workingHours.findMany({ where: { providerId } })
    // Without hours, they are unknown.
    if (hours.length === 0) return { count: 0, nextAt: null }
    const coming = await db.appointment.findMany({
      where: { providerId, status: 'scheduled', scheduledAt: { gt: ctx.now() } },
      orderBy: { scheduledAt: 'asc' },
      take: COMPARED_MAX,
      select: { scheduledAt: true, duration: true },
    })
    const outside = coming.filter((slot) => unavailability(slot, { hours, closures: [] }, timeZone) !== null)
    return { count: outside.length, nextAt: outside[0]?.scheduledAt ?? null }
  },
)

/** Replaces the working hours of a provider. Throws `not_found` if there is no such active user. */
export const setWorkingHours = operation(
  setWorkingHoursInput,
  async (ctx, { providerId, hours }): Promise<WorkingHours[]> => {
    const subject = { resourceType: 'working_hours' as const, resourceId: providerId }
    authorize(ctx, 'availability.edit', { userId: providerId }, subject)
    await checkPerson(ctx, providerId)
    // Locked, so that two replacements at the same moment do not mix.
    await holdUser(ctx, providerId)
    await ctx.db.workingHours.deleteMany({ where: { providerId } })
    await ctx.db.workingHours.createMany({ data: hours.map((span) => ({ ...span, providerId })) })
    await audit(ctx, { action: 'updated', ...subject, details: { hours: hours.map(written) } })
    return ctx.db.workingHours.findMany({ where: { providerId }, orderBy: [...inOrder] })
  },
)

/** '1 09:00-17:00' in the audit log. Working hours are no patient data. */
const written = ({ weekday, startsAt, endsAt }: { weekday: number; startsAt: number; endsAt: number }) =>
  `${weekday} ${clockAt(startsAt)}-${clockAt(endsAt)}`

/** Throws `not_found` unless this is an active user. */
export async function checkPerson({ db }: OperationContext, userId: string): Promise<void> {
  const active = { kind: 'person', isActive: true, deletedAt: null } as const
  const user = isUuid(userId) ? await db.user.findFirst({ where: { id: userId, ...active } }) : null
  if (!user) throw notFound('User', userId)
}
