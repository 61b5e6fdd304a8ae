import { endOfDay, startOfDay } from '#domain/dates.ts'
import { NOWHERE } from '#domain/patients/noEmail.ts'

type Days = { fromDay?: string | null | undefined; toDay?: string | null | undefined }

/** From the first instant of the one day to the last of the other, on the clinic's calendar. */
export const within = ({ fromDay, toDay }: Days, timeZone: string): { gte?: Date; lt?: Date } => ({
  ...(fromDay && { gte: startOfDay(fromDay, timeZone) }),
  ...(toDay && { lt: endOfDay(toDay, timeZone) }),
})

const INSTANT = '::timestamptz'
/** An instant in a cell, in SQL. PostgreSQL's own formatting of it would cost more than the rest of the row. */
export const instantCell = (column: string): string => `${column}${INSTANT}`
/** Whether a cell holds an instant. */
export const isInstantCell = (column: string): boolean => column.endsWith(INSTANT)

/** Converts PostgreSQL's JSON form of an instant (session in UTC) to ISO 8601 with milliseconds. */
export function isoOf(text: string): string {
  const bare = text.slice(0, -'+00:00'.length)
  return `${(bare.includes('.') ? bare : `${bare}.`).padEnd(23, '0')}Z`
}

/** The name of a person, of a former user too; in SQL. */
export const nameCell = (alias: string): string => `${alias}.first_name || ' ' || ${alias}.last_name`

/** SQL for an e-mail address as shown to users: empty for a placeholder. */
export const emailCell = (column: string): string =>
  `CASE WHEN lower(${column}) LIKE '%${NOWHERE}' THEN '' ELSE ${column} END`
