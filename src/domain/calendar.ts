import * as z from 'zod/mini'
import { type Day, dateOf, dayOf } from './dates.ts'

const firstTen = z.transform((value: string): Day => value.slice(0, 10))

function isRealDay(value: string): boolean {
  const day = value.slice(0, 10)
  const midnight = dateOf(day)
  // A 30th of February is read as some day of March.
  return /^(19|20|21|22(?=00))\d\d-/.test(day) && !Number.isNaN(midnight.getTime()) && dayOf(midnight) === day
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
 * An instant that need not say its offset, and is left as it was written: only who knows the clinic's zone can tell with
 * `momentIn` which one it is. A bare day is the midnight at which it begins.
 */
export const clinicInstant = (message: string) =>
  z
    .string(message)
    .check(z.maxLength(40, message), z.refine(isInstant, message), z.refine(isOnAClock, message))

/** ISO 8601 knows an hour 24 too, which no clock shows. */
const isOnAClock = (written: string): boolean => !written.includes('T24')
