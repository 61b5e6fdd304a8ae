import { endOfDay, startOfDay } from '#domain/calendar.ts'

type Days = { fromDay?: string | null | undefined; toDay?: string | null | undefined }

/** From the first instant of the one day to the last of the other, on the clinic's calendar. */
export const within = ({ fromDay, toDay }: Days, timeZone: string): { gte?: Date; lt?: Date } => ({
  ...(fromDay && { gte: startOfDay(fromDay, timeZone) }),
  ...(toDay && { lt: endOfDay(toDay, timeZone) }),
})

/** An instant in a cell, as ISO 8601. */
export const instantCell = (at: Date | null): string | null => at?.toISOString() ?? null

/** A day in a cell, as YYYY-MM-DD. */
export const dayCell = (at: Date | null): string | null => at?.toISOString().slice(0, 10) ?? null
