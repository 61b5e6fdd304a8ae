import { spansOn, type WorkingSpan, weekdayOf } from '#domain/appointments/workingSpans.ts'
import { minutesOf } from '#domain/clockTime.ts'
import { addDays, clinicMinute, type Day, startOfDay } from '#domain/dates.ts'

export type WorkingHours = { providerId: string; weekday: number; startsAt: string; endsAt: string }
export type Closure = { providerId?: string | null; startsAt: string; endsAt: string; reason?: string | null }
export type Availability = { hours: readonly WorkingHours[]; closures: readonly Closure[] }

/** A part of a day that is not for booking, in minutes since midnight. Without a label, it is outside working hours. */
export type ClosedTime = { from: number; to: number; label?: string }

export const asSpans = (hours: readonly WorkingHours[], providerId: string): WorkingSpan[] =>
  hours
    .filter((one) => one.providerId === providerId)
    .map(({ weekday, startsAt, endsAt }) => ({
      weekday,
      startsAt: minutesOf(startsAt),
      endsAt: minutesOf(endsAt),
    }))

/** The provider's working spans on a day; `null` if their hours are unknown. */
export function workOn(day: Day, providerId: string, { hours }: Availability): WorkingSpan[] | null {
  const spans = asSpans(hours, providerId)
  return spans.length > 0 ? spansOn(spans, weekdayOf(day)) : null
}

/** What to shade on a day: closures, and for one provider also the time outside working hours. */
export function closedTimes(
  day: Day,
  providerId: string | null,
  availability: Availability,
  timeZone: string,
): ClosedTime[] {
  const closed = availability.closures
    .filter((one) => one.providerId == null || one.providerId === providerId)
    .flatMap((one) => closedOn(day, one, timeZone))
  const work = providerId === null ? null : workOn(day, providerId, availability)
  if (!work) return closed
  const edges = [0, ...work.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]), 1440]
  const outside = Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: edges[2 * index] as number,
    to: edges[2 * index + 1] as number,
  }))
  return [...outside.filter(({ from, to }) => from < to), ...closed]
}

function closedOn(
  day: Day,
  { providerId, startsAt, endsAt, reason }: Closure,
  timeZone: string,
): ClosedTime[] {
  const [start, end] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)]
  const [begins, ends] = [new Date(startsAt), new Date(endsAt)]
  if (begins >= end || ends <= start) return []
  return [
    {
      from: begins <= start ? 0 : clinicMinute(begins, timeZone),
      to: ends >= end ? 1440 : clinicMinute(ends, timeZone),
      label: [providerId == null ? 'Closed' : 'Away', reason].filter(Boolean).join(': '),
    },
  ]
}
