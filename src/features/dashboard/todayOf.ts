import type { Frame } from '#client/frame.ts'
import { clinicDay, endOfDay, startOfDay } from '#domain/dates.ts'

/** The clinic's current day, as variables of the dashboard's query. */
export function todayOf({ now, timeZone }: Pick<Frame, 'now' | 'timeZone'>): { from: string; to: string } {
  const day = clinicDay(now, timeZone)
  return { from: startOfDay(day, timeZone).toISOString(), to: endOfDay(day, timeZone).toISOString() }
}
