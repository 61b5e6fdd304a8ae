import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

/** Building an index on a larger table would make writers wait for seconds. */
export const LARGE_TABLE_BYTES = 64 * 2 ** 20

/** Lets one process at a time build such indexes. The lock of migrations cannot, because it belongs to a transaction. */
const LOCK = 72707370
const RETRY_MS = 200

/** How migrations write an index that may exist. */
const statements = /^CREATE (UNIQUE )?INDEX IF NOT EXISTS "(?<index>\w+)" ON "(?<table>\w+)"[^;]*/gm

type Limits = { largeBytes: number; lockTimeoutMs: number; log: (sentence: string) => void }
type State = { isLarge: boolean; isValid: boolean | null }

/**
 * Builds those indexes of a migration that are on large tables, without making writers wait. `CREATE INDEX CONCURRENTLY`
 * cannot run in the transaction of a migration; there, IF NOT EXISTS then skips them. Logs a sentence for each index.
 * Rejects with PostgreSQL's error, which is 55P03 if the build had to wait longer than `lockTimeoutMs` for another
 * transaction. The next run then starts over.
 */
export async function buildLargeIndexes(
  client: Client,
  sql: string,
  { largeBytes, lockTimeoutMs, log }: Limits,
): Promise<void> {
  const wanted = [...sql.matchAll(statements)]
  if (wanted.length === 0) return
  // Asks again and again: the build waits for all running statements, so it would never end while one waits for this lock.
  while (!(await isLocked(client))) await sleep(RETRY_MS)
  try {
    await client.query(`set lock_timeout = ${Math.trunc(lockTimeoutMs)}`)
    for (const { 0: statement, groups: { index = '', table = '' } = {} } of wanted) {
      const { isLarge, isValid } = await stateOf(client, index, table, largeBytes)
      if (!isLarge || isValid) continue
      const began = performance.now()
      // An interrupted build leaves an index that PostgreSQL does not use.
      if (isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${index}"`)
      await client.query(statement.replace('INDEX IF NOT EXISTS', 'INDEX CONCURRENTLY'))
      log(`Built an index of ${table}: ${index} (${Math.round(performance.now() - began)} ms)`)
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => {})
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}

const isLocked = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCK])
  return rows[0]?.ok ?? false
}

async function stateOf(client: Client, index: string, table: string, largeBytes: number): Promise<State> {
  const { rows } = await client.query<State>(
    `select coalesce(pg_relation_size(to_regclass('public.' || quote_ident($2))) > $3, false) as "isLarge",
            (select indisvalid from pg_index where indexrelid = to_regclass('public.' || quote_ident($1))) as "isValid"`,
    [index, table, largeBytes],
  )
  return rows[0] ?? { isLarge: false, isValid: null }
}
