import { type CalendarDate, fromDate, isWeekend, toCalendarDate } from '@internationalized/date'
import type { Day } from '#domain/dates.ts'
import { instantOf } from '#domain/zones.ts'

/** Office hours: weekdays from 8:30 to 17:30 in the clinic's time zone. */
export type OfficeTime = {
  now: Date
  /** Returns the instant that many working days ago, counting only office hours: 9 a day. Fractions are allowed. */
  before: (workingDays: number) => Date
  /** The start of the day `workingDays` from today. 0 is today, even on a weekend. */
  startOfDay: (workingDays: number) => Date
  day: (at: Date) => Day
  /** 'HH:MM' in the clinic's time zone. */
  time: (at: Date) => string
  /** Starts of free hours within the five days before and after now, in order. */
  hours: { past: Date[]; coming: Date[] }
}

const OPENS = '08:30'
const CLOSES = '17:30'
const DAY_MS = 9 * 3_600_000
const HOUR_MS = 3_600_000
/** The demo clinic's appointments lie within five days of its start (DECISIONS). */
const REACH_MS = 5 * 86_400_000
/** How far back the clinic's rows go, in working days. */
const HISTORY = 130
const appointmentTimes = ['09:00', '10:30', '13:00', '14:30', '16:00']

export function makeOfficeTime(now: Date, timeZone: string): OfficeTime {
  const today = toCalendarDate(fromDate(now, timeZone))
  const at = (date: CalendarDate, time: string) => instantOf(date.toString(), time, timeZone)
  const spans = Array.from({ length: HISTORY }, (_, index) => workingDay(today, -index))
    .map((date) => ({
      opens: at(date, OPENS).getTime(),
      closes: Math.min(at(date, CLOSES).getTime(), now.getTime()),
    }))
    .filter(({ opens, closes }) => closes > opens)
  const hours = Array.from({ length: 15 }, (_, index) => today.add({ days: index - 7 }))
    .filter((date) => !isWeekend(date, 'en-US'))
    .flatMap((date) => appointmentTimes.map((time) => at(date, time)))

  return {
    now,
    before: (workingDays) => {
      let left = workingDays * DAY_MS
      for (const { opens, closes } of spans) {
        if (left <= closes - opens) return new Date(Math.floor(closes - left))
        left -= closes - opens
      }
      throw new RangeError(`The demo goes back ${HISTORY} working days, not ${workingDays}`)
    },
    startOfDay: (workingDays) => at(workingDays === 0 ? today : workingDay(today, workingDays), '00:00'),
    day: (instant) => toCalendarDate(fromDate(instant, timeZone)).toString(),
    time: (instant) => fromDate(instant, timeZone).toString().slice(11, 16),
    hours: {
      past: hours.filter((hour) => isWithin(hour, now.getTime() - REACH_MS, now.getTime() - HOUR_MS)),
      coming: hours.filter((hour) => isWithin(hour, now.getTime() + HOUR_MS, now.getTime() + REACH_MS)),
    },
  }
}

const isWithin = (hour: Date, from: number, to: number) => hour.getTime() > from && hour.getTime() < to

/** The weekday that many working days from `today`. 0 is today, or the Friday before a weekend. */
function workingDay(today: CalendarDate, workingDays: number): CalendarDate {
  let date = today
  while (workingDays <= 0 && isWeekend(date, 'en-US')) date = date.subtract({ days: 1 })
  for (let left = Math.abs(workingDays); left > 0; ) {
    date = date.add({ days: Math.sign(workingDays) })
    if (!isWeekend(date, 'en-US')) left -= 1
  }
  return date
}
