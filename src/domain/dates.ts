import { amountOf } from './amount.ts'

/** A calendar day without a time, as YYYY-MM-DD. */
export type Day = string

/** The day of a `Date` that is stored as midnight UTC. */
export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** Midnight UTC of a day, as `date` columns are read and written. */
export const dateOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

const clinicFormat = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at: Date | string, timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    formats.set(timeZone, format)
    return format.format(new Date(at))
  }
}

/** 'Jan 5, 3:04 PM' in the clinic's zone (SPEC 2.4). */
export const showMoment = clinicFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** '3:04 PM' in the clinic's zone. */
export const showTime = clinicFormat({ hour: 'numeric', minute: '2-digit' })
/** 'Jan 5, 2026' in the clinic's zone. */
export const showInstantDay = clinicFormat({ month: 'short', day: 'numeric', year: 'numeric' })
const exactly = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
/** 'Jan 5, 2026, 3:04 PM EST': for documents and tooltips, where the zone must be clear. */
export const showExactly = clinicFormat(exactly)
/** 'Mon, Jan 5, 2026, 3:04 PM EST': for patients, who remember the day of the week. */
export const showVisit = clinicFormat({ weekday: 'short', ...exactly })
/** 'Jan 5, 2026, 3:04:05 PM EST': for the audit log, whose entries may be seconds apart. */
export const showToTheSecond = clinicFormat({ ...exactly, second: '2-digit' })
const showClock = clinicFormat({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** The day and time (HH:MM, 24 hours) on a clock in the zone. It is fast enough for a first paint. */
export function wallClock(at: Date | string, timeZone: string): { day: Day; time: string } {
  const [date = '', time = ''] = showClock(at, timeZone).split(', ')
  const [month, dayOfMonth, year] = date.split('/')
  return { day: `${year}-${month}-${dayOfMonth}`, time }
}

/** 'Jan 5, 2026' for a calendar day. */
export const showDay = (day: Day): string => showInstantDay(dateOf(day), 'UTC')

const DAY_MS = 86_400_000
/** The clock time in `timeZone` as milliseconds, as if that clock were in UTC. */
export function shownAt(at: Date | string, timeZone: string): number {
  const { day, time } = wallClock(at, timeZone)
  return Date.parse(`${day}T${time}Z`)
}

/** The age in whole years on a day. */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

/** The day of an instant in `timeZone`. */
export const clinicDay = (at: Date | string, timeZone: string): Day => wallClock(at, timeZone).day

/** The calendar days from one instant to another in `timeZone`, never negative: 1 from yesterday evening to this morning. */
export const daysBetween = (from: Date | string, to: Date | string, timeZone: string): number => {
  const [first, last] = [from, to].map((at) => dateOf(clinicDay(at, timeZone)).getTime()) as [number, number]
  return Math.max(0, (last - first) / DAY_MS)
}

/** The age of something: 'today', '1 day', '12 days'. */
export function showAge(from: Date | string, now: Date | string, timeZone: string): string {
  const days = daysBetween(from, now, timeZone)
  return days === 0 ? 'today' : amountOf(days, 'day')
}

/** Minutes since midnight on a clock in `timeZone`. A repeated hour gives the same value twice. */
export const clinicMinute = (at: Date | string, timeZone: string): number =>
  (shownAt(at, timeZone) % DAY_MS) / 60_000

export const addDays = (day: Day, days: number): Day => dayOf(new Date(dateOf(day).getTime() + days * DAY_MS))

/** The Sunday on which a day's week begins (SPEC section 9). */
export const sundayOf = (day: Day): Day => addDays(day, -dateOf(day).getUTCDay())

/**
 * The first instant of a day in `timeZone`. It searches with `Intl`, so that pages need no time zone library.
 * If daylight saving skips midnight, it is the first instant after the gap.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const midnight = dateOf(day).getTime()
  let at = midnight
  for (let step = 0; step < 3; step += 1) at += midnight - shownAt(new Date(at), timeZone)
  const earlier = new Date(at - 3_600_000)
  // A gap at midnight is crossed from either side. The first instant that shows the day is wanted.
  if (clinicDay(earlier, timeZone) === day) return earlier
  return clinicDay(new Date(at), timeZone) === day ? new Date(at) : new Date(at + 3_600_000)
}

/** The end of a day in `timeZone`, which is the start of the next one. */
export const endOfDay = (day: Day, timeZone: string): Date => startOfDay(addDays(day, 1), timeZone)

/** 'Sunday, November 22' for a calendar day. */
export const showWeekday = (day: Day): string => weekdayFormat(dateOf(day), 'UTC')
const weekdayFormat = clinicFormat({ weekday: 'long', month: 'long', day: 'numeric' })

/** 'Sun 22': a column header of a week. */
export const showShortDay = (day: Day): string =>
  `${shortWeekday(dateOf(day), 'UTC')} ${Number(day.slice(8))}`
const shortWeekday = clinicFormat({ weekday: 'short' })

/** 'Wed, Jan 14': the day of an instant in a short list. */
export const showWeekdayDate = clinicFormat({ weekday: 'short', month: 'short', day: 'numeric' })

/** 'November 2026': the month of a calendar day. */
export const showMonth = (day: Day): string => monthFormat(dateOf(day), 'UTC')
const monthFormat = clinicFormat({ month: 'long', year: 'numeric' })
