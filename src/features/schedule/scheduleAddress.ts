import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'
import { type AppointmentStatus, appointmentStatuses } from '#domain/appointments/appointment.ts'
import { addDays, clinicDay, type Day, startOfDay, sundayOf } from '#domain/dates.ts'
import { PAGE } from '#domain/paging.ts'
import type { ScheduleAgendaQueryVariables, ScheduleWeekQueryVariables } from '#generated/graphql.ts'

/** The render time and time zone, which server and browser share. */
type Moment = { now: string; timeZone: string }

/** Whether the agenda shows past appointments. */
export const isPast = (query: URLSearchParams): boolean => query.get('when') === 'past'

const statusIn = (query: URLSearchParams): AppointmentStatus | undefined =>
  appointmentStatuses.find((status) => status === query.get('status'))

/**
 * The agenda query for a URL. Page and island both use it, so that the browser reuses the server's data. The
 * past is read from the end, because its newest appointments come first.
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

/** The Sunday of the week in the URL, or of the current week. */
export function weekIn(query: URLSearchParams, { now, timeZone }: Moment): Day {
  const week = query.get('week') ?? ''
  const isDay = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week))
  return sundayOf(isDay ? week : clinicDay(now, timeZone))
}

/** The week query: all appointments that begin in it, with the agenda's filters. */
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

/** The paging parameters; a change of filters returns to the first page. */
export const firstPage = { after: null, before: null }

/** Creates links to the schedule. */
export const into = linksInto(paths.schedule)
