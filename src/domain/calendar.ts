import { fromDate, parseDate, parseDateTime, toZoned } from '@internationalized/date'
import * as z from 'zod/mini'
import type { Day } from './dates.ts'

const firstTen = z.transform((value: string): Day => value.slice(0, 10))

function isRealDay(value: string): boolean {
  try {
    const { year } = parseDate(value.slice(0, 10))
    return year >= 1900 && year <= 2200
  } catch {
    return false
  }
}

/** A day; of an instant given for one, the first ten characters count (DECISIONS). */
export const day = (message: string) =>
  z.pipe(z.string(message).check(z.maxLength(40, message), z.refine(isRealDay, message)), firstTen)

/** A day that must be given: nothing is told in other words than what is no day. */
export const requiredDay = (missing: string, unreal: string) =>
  z.pipe(z.string(missing).check(z.minLength(1, missing)), day(unreal))

/** A day that may be left out or empty. */
export const optionalDay = (message: string) =>
  z.union(
    [
      z.nullish(day(message)),
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
    ],
    message,
  )

/** An instant as ISO 8601, of which a bare day is midnight UTC; answered as a `Date`. */
export const instant = (message: string) =>
  z.pipe(
    z.string(message).check(z.maxLength(40, message), z.refine(isInstant, message)),
    z.transform((value: string) => new Date(value)),
  )

const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(value) &&
  isRealDay(value) &&
  !Number.isNaN(Date.parse(value))

/**
 * An instant that says its offset. Nothing else will do for an appointment: a time without one would be somebody's
 * guess at a zone.
 */
export const exactInstant = (message: string) =>
  z.pipe(z.string(message).check(z.regex(/T.*(Z|[+-]\d{2}:\d{2})$/, message)), instant(message))

const clockShape = /^([01]\d|2[0-3]):[0-5]\d$/
export const clockTime = (message: string) => z.string(message).check(z.regex(clockShape, message))

/**
 * The instant at which a wall clock in `timeZone` shows `time` on `day`. A time that daylight saving skips
 * becomes the same distance after the gap, and one that it repeats is the first of the two (RFC 5545).
 */
export const instantOf = (day: Day, time: string, timeZone: string): Date =>
  toZoned(parseDateTime(`${day}T${time}`), timeZone, 'compatible').toDate()

/** The instant at which a day begins in `timeZone`. */
export const startOfDay = (day: Day, timeZone: string): Date => instantOf(day, '00:00', timeZone)

/** The instant at which a day is over in `timeZone`, where the next one begins. */
export const endOfDay = (day: Day, timeZone: string): Date =>
  startOfDay(parseDate(day).add({ days: 1 }).toString(), timeZone)

/** What a wall clock in `timeZone` shows at an instant; of a repeated hour it shows the same twice. */
export function clockAt(at: Date, timeZone: string): { day: Day; time: string } {
  const shown = fromDate(at, timeZone).toString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

const saysOffset = (value: string): boolean => /(Z|[+-]\d{2}:\d{2})$/.test(value)

/**
 * An instant that need not say its offset, and is left as it was written: only who knows the clinic's zone can tell with
 * `momentIn` which one it is. A bare day is the midnight at which it begins.
 */
export const clinicInstant = (message: string) =>
  z
    .string(message)
    .check(z.maxLength(40, message), z.refine(isInstant, message), z.refine(hasMoment, message))

/** The instant of a `clinicInstant` for a clinic in `timeZone`. */
export const momentIn = (written: string, timeZone: string): Date =>
  written.includes('T') && saysOffset(written)
    ? new Date(written)
    : instantOf(written.slice(0, 10), written.slice(11) || '00:00', timeZone)

function hasMoment(written: string): boolean {
  try {
    return !Number.isNaN(momentIn(written, 'UTC').getTime())
  } catch {
    return false
  }
}

/** When the clinic's day at an instant began, and when the next one does. */
export function clinicDay(at: Date, timeZone: string): { begins: Date; ends: Date } {
  const { day: today } = clockAt(at, timeZone)
  const tomorrow = parseDate(today).add({ days: 1 }).toString()
  return { begins: instantOf(today, '00:00', timeZone), ends: instantOf(tomorrow, '00:00', timeZone) }
}
