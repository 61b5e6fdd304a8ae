import * as z from 'zod/mini'
import type { Day } from './dates.ts'
import { isDay } from './isDay.ts'

const firstTen = z.transform((value: string): Day => value.slice(0, 10))

const isRealDay = (value: string): boolean => isDay(value.slice(0, 10))

/** Parses a day. Of an instant, only the first ten characters count (DECISIONS). */
export const day = (message: string) =>
  z.pipe(z.string(message).check(z.maxLength(40, message), z.refine(isRealDay, message)), firstTen)

/** A required day, with separate messages for a missing and an invalid one. */
export const requiredDay = (missing: string, unreal: string) =>
  z.pipe(z.string(missing).check(z.minLength(1, missing)), day(unreal))

/** A day that may be omitted or empty. */
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

/** Parses an ISO 8601 instant into a `Date`. A day without a time means midnight UTC. */
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
 * An instant with an offset. Appointments require one, because a time without it would leave the zone to
 * guesswork.
 */
export const exactInstant = (message: string) =>
  z.pipe(z.string(message).check(z.regex(/T.*(Z|[+-]\d{2}:\d{2})$/, message)), instant(message))

const clockShape = /^([01]\d|2[0-3]):[0-5]\d$/
export const clockTime = (message: string) => z.string(message).check(z.regex(clockShape, message))

/** The filter of lists by last change. */
export const updatedSince = z.nullish(
  exactInstant('Updated since must be a date and time, with the offset from UTC'),
)

/**
 * An instant with an optional offset, returned as written. `momentIn` resolves it in the clinic's zone. A day
 * without a time means the midnight at which it begins.
 */
export const clinicInstant = (message: string) =>
  z
    .string(message)
    .check(z.maxLength(40, message), z.refine(isInstant, message), z.refine(isOnAClock, message))

/** ISO 8601 also allows hour 24, which no clock shows. */
const isOnAClock = (written: string): boolean => !written.includes('T24')
