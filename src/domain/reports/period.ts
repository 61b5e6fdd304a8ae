import { addDays, type Day, sundayOf } from '../dates.ts'

/** The clinic's days from the first to the last. */
export type Period = { fromDay: Day; toDay: Day }

/** The longest period, which limits the rows that a report reads. */
export const PERIOD_DAYS_MAX = 366

/** Twelve weeks: eleven complete ones and the current one. */
const USUAL_WEEKS = 12

/** The period that these days mean: without them, the last twelve weeks. */
export function reportPeriod(
  { fromDay, toDay }: { fromDay?: Day | null | undefined; toDay?: Day | null | undefined },
  today: Day,
): Period {
  const last = toDay ?? (fromDay && fromDay > today ? fromDay : today)
  return { fromDay: fromDay ?? addDays(sundayOf(last), -7 * (USUAL_WEEKS - 1)), toDay: last }
}

/** What is wrong with a period, or `null`. */
export function periodProblem({ fromDay, toDay }: Period): string | null {
  if (toDay < fromDay) return 'To must not be before From'
  return toDay >= addDays(fromDay, PERIOD_DAYS_MAX) ? `Choose at most ${PERIOD_DAYS_MAX} days` : null
}

/** The Sundays on which the weeks of a period begin. The first week may begin before the period. */
export function weeksOf({ fromDay, toDay }: Period): Day[] {
  const weeks: Day[] = []
  for (let week = sundayOf(fromDay); week <= toDay; week = addDays(week, 7)) weeks.push(week)
  return weeks
}
