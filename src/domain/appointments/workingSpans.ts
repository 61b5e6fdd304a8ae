import { type Day, dateOf } from '../dates.ts'

/** When a provider works on a weekday (0 is Sunday), in minutes since midnight on the clinic's clock. */
export type WorkingSpan = { weekday: number; startsAt: number; endsAt: number }

/** The weekday of a day; 0 is Sunday. */
export const weekdayOf = (day: Day): number => dateOf(day).getUTCDay()

/** The working spans of one day, by time, without gaps of zero minutes between them. */
export function spansOn(spans: readonly WorkingSpan[], weekday: number): WorkingSpan[] {
  const joined: WorkingSpan[] = []
  const ofDay = spans.filter((one) => one.weekday === weekday)
  for (const span of ofDay.sort((one, other) => one.startsAt - other.startsAt)) {
    const last = joined.at(-1)
    if (last?.endsAt === span.startsAt) joined[joined.length - 1] = { ...last, endsAt: span.endsAt }
    else joined.push(span)
  }
  return joined
}
