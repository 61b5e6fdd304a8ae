import { clockAt } from '../clockTime.ts'
import { addDays, clinicDay, type Day, wallClock } from '../dates.ts'
import { instantOf } from '../zones.ts'
import { SLOTS_MAX } from './appointment.ts'
import { unavailability } from './availability.ts'
import { spansOn, type WorkingSpan, weekdayOf } from './workingSpans.ts'

/** Proposed starts are at the start of working hours or on the quarter hour. */
const STEP_MS = 15 * 60_000
const stepAfter = (ms: number) => Math.ceil(ms / STEP_MS) * STEP_MS

/** Proposed for a provider whose working hours are unknown: Monday to Friday, 9 to 5. */
const usualHours: readonly WorkingSpan[] = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  startsAt: 9 * 60,
  endsAt: 17 * 60,
}))

/** A time in which nothing can be booked: an appointment or a closure. */
export type BusySpan = { startsAt: Date; endsAt: Date }

type Search = {
  /** The earliest start. */
  from: Date
  /** The latest end. */
  until: Date
  /** In minutes. */
  duration: number
  hours: readonly WorkingSpan[]
  busy: readonly BusySpan[]
  timeZone: string
}

/**
 * Returns when the first free slots start, in order. They do not overlap, lie within the working hours, and can be
 * written as a day and a time, which excludes the second of two hours that daylight saving repeats.
 */
export function freeSlots({ from, until, duration, hours, busy, timeZone }: Search): Date[] {
  const work = hours.length > 0 ? hours : usualHours
  const obstacles = busy.map(({ startsAt, endsAt }) => ({ from: startsAt.getTime(), to: endsAt.getTime() }))
  const length = duration * 60_000
  const isBookable = (at: number) => {
    const scheduledAt = new Date(at)
    const { day, time } = wallClock(scheduledAt, timeZone)
    const slot = { scheduledAt, duration }
    return (
      instantOf(day, time, timeZone).getTime() === at &&
      unavailability(slot, { hours: work, closures: [] }, timeZone) === null
    )
  }
  const found: Date[] = []
  for (const span of workingTimes(work, { from, until, timeZone })) {
    const last = Math.min(span.endsAt, until.getTime()) - length
    let at = Math.max(span.startsAt, stepAfter(from.getTime()))
    while (at <= last && found.length < SLOTS_MAX) {
      const obstacle = obstacles.find((one) => one.from < at + length && at < one.to)
      if (obstacle) at = stepAfter(obstacle.to)
      else if (!isBookable(at)) at = stepAfter(at + 1)
      else {
        found.push(new Date(at))
        at = stepAfter(at + length)
      }
    }
  }
  return found
}

type Days = Pick<Search, 'from' | 'until' | 'timeZone'>

/** The working times in milliseconds, by time, of the days from `from` to `until`. */
function* workingTimes(hours: readonly WorkingSpan[], { from, until, timeZone }: Days) {
  const lastDay = clinicDay(until, timeZone)
  for (let day = clinicDay(from, timeZone); day <= lastDay; day = addDays(day, 1)) {
    for (const { startsAt, endsAt } of spansOn(hours, weekdayOf(day))) {
      yield { startsAt: instantAt(day, startsAt, timeZone), endsAt: instantAt(day, endsAt, timeZone) }
    }
  }
}

/** The instant of a minute of a day; 1440 is the following midnight. */
const instantAt = (day: Day, minute: number, timeZone: string): number =>
  (minute === 1440
    ? instantOf(addDays(day, 1), '00:00', timeZone)
    : instantOf(day, clockAt(minute), timeZone)
  ).getTime()
