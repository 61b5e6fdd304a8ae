/** A calendar day without a time, as YYYY-MM-DD. */
export type Day = string

/** The day of an answer that is kept as midnight UTC. */
export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** Midnight UTC of a day, the way a `date` column is read and written. */
export const dateOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

const clinicFormat = (options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (at: Date | string, timeZone: string) => {
    const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    formats.set(timeZone, known)
    return known.format(new Date(at))
  }
}

/** 'Jan 5, 3:04 PM' in the clinic's zone (SPEC 2.4). */
export const showMoment = clinicFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
/** '3:04 PM' in the clinic's zone. */
export const showTime = clinicFormat({ hour: 'numeric', minute: '2-digit' })
/** 'Jan 5, 2026' in the clinic's zone. */
export const showInstantDay = clinicFormat({ month: 'short', day: 'numeric', year: 'numeric' })
/** 'Jan 5, 2026, 3:04 PM EST': for documents and hover texts, where the zone must not be guessed. */
export const showExactly = clinicFormat({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const showClock = clinicFormat({
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** The day and the time, HH:MM in 24 hours, that a wall clock in the zone shows; light enough for a first paint. */
export function wallClock(at: Date | string, timeZone: string): { day: Day; time: string } {
  const [date = '', time = ''] = showClock(at, timeZone).split(', ')
  const [month, dayOfMonth, year] = date.split('/')
  return { day: `${year}-${month}-${dayOfMonth}`, time }
}

/** 'Jan 5, 2026' for a calendar day. */
export const showDay = (day: Day): string => showInstantDay(dateOf(day), 'UTC')

const DAY_MS = 86_400_000
/** Whole days between two instants, never below zero. */
export const daysBetween = (from: Date | string, to: Date | string): number =>
  Math.max(0, Math.floor((new Date(to).getTime() - new Date(from).getTime()) / DAY_MS))

/** 'today', '1 day', '12 days': how long something has stood. */
export function showAge(from: Date | string, now: Date | string): string {
  const days = daysBetween(from, now)
  if (days === 0) return 'today'
  return days === 1 ? '1 day' : `${days} days`
}
