import { clockAt, minutesOf, readClockTime, showClockTime } from '../clockTime.ts'
import { clinicDay, clinicMinute } from '../dates.ts'
import { clash, endOf, type Span } from './appointment.ts'
import { spansOn, type WorkingSpan, weekdayOf } from './workingSpans.ts'

/** When a provider is away, or without a provider, when the whole clinic is closed. */
export type ClosedSpan = { providerId: string | null; startsAt: Date; endsAt: Date }

/** The most working spans of a provider: four on each weekday. */
export const SPANS_MAX = 28

type Availability = { hours: readonly WorkingSpan[]; closures: readonly ClosedSpan[] }

/**
 * Why a provider is not available for a slot, or `null`. The clinic's closures come first. A provider without working
 * hours may be booked at any time, because their hours are unknown.
 */
export function unavailability(
  slot: Span,
  { hours, closures }: Availability,
  timeZone: string,
): string | null {
  const inTheWay = closures.filter(
    ({ startsAt, endsAt }) => startsAt < endOf(slot) && slot.scheduledAt < endsAt,
  )
  if (inTheWay.some(({ providerId }) => providerId === null)) return clash.closed
  if (inTheWay.length > 0) return clash.away
  if (hours.length === 0) return null
  const from = clinicMinute(slot.scheduledAt, timeZone)
  const today = spansOn(hours, weekdayOf(clinicDay(slot.scheduledAt, timeZone)))
  const isWithin = today.some(({ startsAt, endsAt }) => startsAt <= from && from + slot.duration <= endsAt)
  return isWithin ? null : clash.hours
}

/** Reads the working hours of a day as people write them: '9-12, 1pm-5pm'. Returns `null` if it is none. */
export function readSpans(text: string): Omit<WorkingSpan, 'weekday'>[] | null {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  const spans = parts.filter(Boolean).map((part) => {
    const [from = '', to = '', ...rest] = part.split(/\s*(?:-|–|\bto\b)\s*/)
    const [start, end] = [readClockTime(from), readClockTime(to)]
    if (!start || !end || rest.length > 0) return null
    return { startsAt: minutesOf(start), endsAt: end === '00:00' ? 1440 : minutesOf(end) }
  })
  return spans.every((span) => span !== null) ? spans : null
}

/** '9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM'. */
export const showSpans = (spans: readonly Omit<WorkingSpan, 'weekday'>[]): string =>
  spans
    .map(({ startsAt, endsAt }) =>
      [startsAt, endsAt % 1440].map((at) => showClockTime(clockAt(at))).join(' – '),
    )
    .join(', ')

/** Whether two spans of one weekday overlap. */
export function overlapsItself(spans: readonly WorkingSpan[]): boolean {
  const ordered = [...spans].sort(
    (one, other) => one.weekday - other.weekday || one.startsAt - other.startsAt,
  )
  return ordered.some((span, index) => {
    const before = ordered[index - 1]
    return before?.weekday === span.weekday && span.startsAt < before.endsAt
  })
}
