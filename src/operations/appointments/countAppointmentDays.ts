import { appointmentDaysInput } from '#domain/appointments/inputs.ts'
import { addDays, clinicDay, type Day, startOfDay } from '#domain/dates.ts'
import { isUuid } from '#domain/text.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { ofVisiblePatients } from '../patients/visiblePatient.ts'

/** How many appointments a provider has on a day. */
export type AppointmentDay = { day: Day; providerId: string; count: number }

/** The most appointments that one request counts: 120 on each day of a month view. */
export const COUNTED_MAX = 5_000

/**
 * Counts the appointments of visible patients by day and provider, in order of days. Cancelled ones count only if they
 * are asked for by their status. Names no patient, so that a month can be shown without opening its appointments.
 */
export const countAppointmentDays = operation(
  appointmentDaysInput,
  async (ctx, { from, to, providerId, status }): Promise<AppointmentDay[]> => {
    authorize(ctx, 'appointment.list')
    const found = await ctx.db.appointment.findMany({
      select: { scheduledAt: true, providerId: true },
      where: {
        ...ofVisiblePatients(ctx),
        scheduledAt: { gte: startOfDay(from, ctx.timeZone), lt: startOfDay(addDays(to, 1), ctx.timeZone) },
        status: status ?? { not: 'cancelled' },
        ...(providerId && { providerId: isUuid(providerId) ? providerId : { in: [] } }),
      },
      orderBy: [{ scheduledAt: 'asc' }, { id: 'asc' }],
      take: COUNTED_MAX,
    })
    const days = new Map<string, AppointmentDay>()
    for (const one of found) {
      const day = clinicDay(one.scheduledAt, ctx.timeZone)
      const key = `${day} ${one.providerId}`
      const before = days.get(key)?.count ?? 0
      days.set(key, { day, providerId: one.providerId, count: before + 1 })
    }
    await auditListed(ctx, 'appointment', {
      filters: ['days', ...(providerId ? ['providerId'] : []), ...(status ? ['status'] : [])],
      count: found.length,
    })
    return [...days.values()]
  },
)
