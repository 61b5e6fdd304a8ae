import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PoolOptions } from './applicationPool.ts'
import { type Database, isDatabaseAway, isRepeatable, openDatabase } from './database.ts'

/** A copy of the database that PostgreSQL keeps up to date, for reads that take long. */
export type Replica = {
  /**
   * Waits until the replica has every change that was committed before the call, and returns its client. Returns `null` if that takes
   * longer than two seconds, or if the replica does not answer or belongs to another database. The replica is then left alone for half
   * a minute, so that a report of many parts does not wait for each of them.
   */
  current: () => Promise<Database | null>
  /** Whether a read failed because the replica went away or cancelled it. The replica is then left alone, too. */
  failed: (error: unknown) => boolean
  close: () => Promise<void>
}

const CONNECTIONS = 3
const WAIT_MS = 2_000
const ASK_AGAIN_MS = 20
const LEFT_ALONE_MS = 30_000

/** PostgreSQL flushes its log before it acknowledges a commit. A replica that has replayed this position has all of these commits. */
const PRIMARY = `
  SELECT pg_current_wal_flush_lsn()::text AS position, current_database()::text AS name,
         (pg_control_system()).system_identifier::text AS system`

const REPLICA = `
  SELECT pg_is_in_recovery() AND current_database() = $2 AND (pg_control_system()).system_identifier::text = $3 AS "isCopy",
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "isCurrent"`

/** Opens the replica of the database behind `primary`. It connects at the first read. `log` gets why it is not used. */
export function openReplica(
  url: string,
  primary: Pool,
  { log, ...options }: PoolOptions & { preparesStatements?: boolean; log: (problem: string) => void },
): Replica {
  const opened = openDatabase(url, { ...options, connections: CONNECTIONS })
  let leftAloneUntil = 0

  async function current(): Promise<Database | null> {
    if (performance.now() < leftAloneUntil) return null
    try {
      const problem = await problemNow()
      if (!problem) return opened.db
      leaveAlone(problem)
    } catch (error) {
      leaveAlone(messageOf(error))
    }
    return null
  }

  function leaveAlone(reason: string): void {
    leftAloneUntil = performance.now() + LEFT_ALONE_MS
    log(`The replica was not used: ${reason}`)
  }

  async function problemNow(): Promise<string | null> {
    const { rows } = await primary.query<{ position: string; name: string; system: string }>(PRIMARY)
    const { position, name, system } = rows[0] ?? {}
    const until = performance.now() + WAIT_MS
    for (;;) {
      const { rows: answers } = await opened.pool.query<{ isCopy: boolean; isCurrent: boolean }>(REPLICA, [
        position,
        name,
        system,
      ])
      const [answer] = answers
      if (!answer?.isCopy) return 'DATABASE_REPLICA_URL does not lead to a replica of this database.'
      if (answer.isCurrent) return null
      if (performance.now() > until) return `It is more than ${WAIT_MS / 1000} seconds behind.`
      await sleep(ASK_AGAIN_MS)
    }
  }

  function failed(error: unknown): boolean {
    if (!isRepeatable(error) && !isDatabaseAway(error)) return false
    leaveAlone(messageOf(error))
    return true
  }

  return { current, failed, close: opened.close }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
