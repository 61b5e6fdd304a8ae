import { showTime } from './dates.ts'

/** Minutes since midnight of a time written HH:MM. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The time HH:MM of minutes since midnight; 1440 is 24:00. */
export const clockAt = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** '9:30 AM' for a time written HH:MM. */
export const showClockTime = (time: string): string => showTime(new Date(minutesOf(time) * 60_000), 'UTC')

/** Hours, then minutes with or without a separator, then AM or PM in any usual spelling. */
const shape = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/

/**
 * Reads a time as people type it ('930', '9:30a', '14', '2 pm') and returns it as HH:MM, or `null` if it is not one.
 * Without AM or PM, it is in 24 hours, as SPEC section 5 has it.
 */
export function readClockTime(text: string): string | null {
  const found = shape.exec(text.trim().toLowerCase())
  if (!found) return null
  const [, hours = '', minutes = '00', half] = found
  const hour = Number(hours)
  if (Number(minutes) > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  const inDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return clockAt(inDay * 60 + Number(minutes))
}
