import { type AppointmentStatus, appointmentStatuses } from '#domain/appointments/appointment.ts'
import { addDays, clinicDay, type Day, startOfDay, sundayOf } from '#domain/dates.ts'
import { PAGE } from '#domain/paging.ts'
import type { ScheduleAgendaQueryVariables, ScheduleWeekQueryVariables } from '#generated/graphql.ts'

/** What of the page both sides know: the moment of rendering and the clinic's zone. */
type Moment = { now: string; timeZone: string }

/** Whether the agenda looks ahead or back. */
export const isPast = (query: URLSearchParams): boolean => query.get('when') === 'past'

const statusIn = (query: URLSearchParams): AppointmentStatus | undefined =>
  appointmentStatuses.find((status) => status === query.get('status'))

/**
 * What the address asks the agenda for. Page and island read it the same way, so that what was rendered on the
 * server is what the browser would ask for. The past is read from its end, because the newest of it comes first.
 */
export function agendaVariables(query: URLSearchParams, { now }: Moment): ScheduleAgendaQueryVariables {
  const [after, before] = [query.get('after'), query.get('before')]
  const [provider, status] = [query.get('provider'), statusIn(query)]
  const isBackward = isPast(query) ? !after : Boolean(before)
  return {
    ...(isBackward
      ? { last: PAGE.size, ...(before && { before }) }
      : { first: PAGE.size, ...(after && { after }) }),
    ...(isPast(query) ? { to: now } : status ? { from: now } : { upcoming: true }),
    ...(provider && { providerId: provider }),
    ...(status && { status }),
  }
}

/** The Sunday of the week in the address, else of the present one. */
export function weekIn(query: URLSearchParams, { now, timeZone }: Moment): Day {
  const asked = query.get('week') ?? ''
  const isDay = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked))
  return sundayOf(isDay ? asked : clinicDay(now, timeZone))
}

/** What the week shows: all that begins in it, narrowed like the agenda. */
export function weekVariables(query: URLSearchParams, moment: Moment): ScheduleWeekQueryVariables {
  const sunday = weekIn(query, moment)
  const [provider, status] = [query.get('provider'), statusIn(query)]
  return {
    from: startOfDay(sunday, moment.timeZone).toISOString(),
    to: startOfDay(addDays(sunday, 7), moment.timeZone).toISOString(),
    ...(provider && { providerId: provider }),
    ...(status && { status }),
  }
}

/** Parameters that name a page of the agenda; anything that changes the list starts at its first page. */
export const firstPage = { after: null, before: null }
