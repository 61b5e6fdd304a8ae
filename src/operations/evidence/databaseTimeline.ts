import type { RequestContext } from '../context.ts'

/**
 * The system identifier of the database server and its timeline, such as "7412345678901234567/1". PostgreSQL counts timelines: each
 * return to an earlier time and each replica that takes over begins one. Returns `null` if the server does not tell them, like some
 * managed services that have their own storage.
 */
export async function readDatabaseTimeline({ db }: RequestContext): Promise<string | null> {
  try {
    // The name of a file of the write-ahead log begins with the timeline, in hexadecimal.
    const [row] = await db.$queryRaw<[{ system: string; file: string }]>`
      SELECT (pg_control_system()).system_identifier::text AS system, pg_walfile_name(pg_current_wal_lsn()) AS file`
    return `${row.system}/${Number.parseInt(row.file.slice(0, 8), 16)}`
  } catch {
    return null
  }
}
