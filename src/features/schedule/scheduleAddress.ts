import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'
import { type AppointmentStatus, appointmentStatuses } from '#domain/appointments/appointment.ts'
import { addDays, clinicDay, type Day, dateOf, dayOf, startOfDay, sundayOf } from '#domain/dates.ts'
import { PAGE } from '#domain/paging.ts'
import type {
  ScheduleAgendaQueryVariables,
  ScheduleCalendarQueryVariables,
  ScheduleMonthQueryVariables,
} from '#generated/graphql.ts'

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
  const isBackward = isPast(query) ? !after : Boolean(before)
  return {
    ...(isBackward
      ? { last: PAGE.size, ...(before && { before }) }
      : { first: PAGE.size, ...(after && { after }) }),
    ...(isPast(query) ? { to: now } : statusIn(query) ? { from: now } : { upcoming: true }),
    ...filtersIn(query),
  }
}

export const calendarViews = ['day', 'week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

/** The view in the URL; by default the week. */
export const viewIn = (query: URLSearchParams): CalendarView =>
  calendarViews.find((view) => view === query.get('view')) ?? 'week'

/** The day in the URL, or today. Links of earlier versions name the week instead. */
export function dayIn(query: URLSearchParams, { now, timeZone }: Moment): Day {
  const day = query.get('date') ?? query.get('week') ?? ''
  const isDay = /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(day) && isRealDay(day)
  return isDay ? day : clinicDay(now, timeZone)
}

const isRealDay = (day: Day) => !Number.isNaN(Date.parse(day)) && dayOf(dateOf(day)) === day

/** The days that a view shows: whole weeks from Sunday (SPEC section 9), or one day. */
export function daysOf(view: CalendarView, day: Day): Day[] {
  if (view === 'day') return [day]
  const first = sundayOf(view === 'week' ? day : firstOfMonth(day))
  const after = view === 'week' ? addDays(first, 7) : sundayOf(addDays(addMonths(day, 1), 6))
  const count = (dateOf(after).getTime() - dateOf(first).getTime()) / 86_400_000
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** The first day of a later or earlier month. */
function addMonths(day: Day, months: number): Day {
  const first = dateOf(firstOfMonth(day))
  first.setUTCMonth(first.getUTCMonth() + months)
  return dayOf(first)
}

/** The day to show when going forward (1) or back (-1) in a view. */
export function stepFrom(view: CalendarView, day: Day, by: 1 | -1): Day {
  if (view === 'month') return addMonths(day, by)
  return addDays(day, view === 'week' ? 7 * by : by)
}

/** The provider and status in the URL, which filter the agenda and the calendar. */
const filtersIn = (query: URLSearchParams) => {
  const [provider, status] = [query.get('provider'), statusIn(query)]
  return { ...(provider && { providerId: provider }), ...(status && { status }) }
}

/** The query of the Day and Week views: all appointments that begin in it. */
export function calendarVariables(query: URLSearchParams, moment: Moment): ScheduleCalendarQueryVariables {
  const days = daysOf(viewIn(query), dayIn(query, moment))
  return {
    from: startOfDay(days[0] as Day, moment.timeZone).toISOString(),
    to: startOfDay(addDays(days.at(-1) as Day, 1), moment.timeZone).toISOString(),
    ...filtersIn(query),
  }
}

/** The query of the Month view. */
export function monthVariables(query: URLSearchParams, moment: Moment): ScheduleMonthQueryVariables {
  const days = daysOf('month', dayIn(query, moment))
  return { from: days[0] as Day, to: days.at(-1) as Day, ...filtersIn(query) }
}

/** The paging parameters; a change of filters returns to the first page. */
export const firstPage = { after: null, before: null }

/** Creates links to the schedule. */
export const into = linksInto(paths.schedule)
