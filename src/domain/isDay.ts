import { dateOf, dayOf } from './dates.ts'

/** Whether the text is a day as YYYY-MM-DD that exists, from 1900 to 2200. */
export function isDay(text: string): boolean {
  const midnight = dateOf(text)
  // JavaScript parses February 30 as a day in March.
  return (
    /^(19|20|21|22(?=00))\d\d-/.test(text) && !Number.isNaN(midnight.getTime()) && dayOf(midnight) === text
  )
}
