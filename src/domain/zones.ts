import { parseDateTime, toZoned } from '@internationalized/date'
import type { Day } from './dates.ts'

/**
 * The instant at which a clock in `timeZone` shows `time` on `day`. A skipped time moves past the gap by the
 * same distance, and a repeated one is the first of the two (RFC 5545).
 */
export const instantOf = (day: Day, time: string, timeZone: string): Date =>
  toZoned(parseDateTime(`${day}T${time}`), timeZone, 'compatible').toDate()

const saysOffset = (value: string): boolean => /(Z|[+-]\d{2}:\d{2})$/.test(value)

/** Resolves a `clinicInstant` in `timeZone`. */
export const momentIn = (written: string, timeZone: string): Date =>
  written.includes('T') && saysOffset(written)
    ? new Date(written)
    : instantOf(written.slice(0, 10), written.slice(11) || '00:00', timeZone)
