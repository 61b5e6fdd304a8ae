import { endOfDay, startOfDay } from '#domain/dates.ts'
import { NOWHERE } from '#domain/patients/noEmail.ts'

type Days = { fromDay?: string | null | undefined; toDay?: string | null | undefined }

/** From the start of the first day to the end of the last, in the clinic's time zone. */
export const within = ({ fromDay, toDay }: Days, timeZone: string): { gte?: Date; lt?: Date } => ({
  ...(fromDay && { gte: startOfDay(fromDay, timeZone) }),
  ...(toDay && { lt: endOfDay(toDay, timeZone) }),
})

const INSTANT = '::timestamptz'
/** SQL for a time in a cell. PostgreSQL's own formatting would take longer than the rest of the row. */
export const instantCell = (column: string): string => `${column}${INSTANT}`
/** Whether a cell has a time. */
export const isInstantCell = (column: string): boolean => column.endsWith(INSTANT)

/** Converts PostgreSQL's JSON format of a time (session in UTC) to ISO 8601 with milliseconds. */
export function isoOf(text: string): string {
  const bare = text.slice(0, -'+00:00'.length)
  return `${(bare.includes('.') ? bare : `${bare}.`).padEnd(23, '0')}Z`
}

/** SQL for the name of a user, including former ones. */
export const nameCell = (alias: string): string => `${alias}.first_name || ' ' || ${alias}.last_name`

/** SQL for an e-mail address as shown to users: empty for a placeholder. */
export const emailCell = (column: string): string =>
  `CASE WHEN lower(${column}) LIKE '%${NOWHERE}' THEN '' ELSE ${column} END`
