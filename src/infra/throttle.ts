import type { Pool, QueryResultRow } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from './database.ts'

/** The count of a key in the current period. */
export type Tally = {
  count: number
  /** Whether the count exceeds the limit. */
  isOver: boolean
  /** When the period ends and counting restarts. */
  until: Date
  /** Whole seconds until then, for Retry-After. */
  secondsLeft: number
}

/**
 * Counts by key in a fixed period that starts with the first count. The counts are rows in PostgreSQL, so all processes
 * share them and they survive a restart. A method with `transaction` makes its change in that transaction.
 */
export type Throttle = {
  /** The number of attempts allowed per period. */
  points: number
  /** Counts 1 or `times` attempts in one statement, so that concurrent attempts cannot exceed the limit. */
  consume: (key: string, times?: number) => Promise<Tally>
  /** Reads the counts in one statement, without counting. Leaves out keys without a count. */
  peek: (keys: readonly string[]) => Promise<Map<string, Tally>>
  /** Subtracts attempts that should not count, down to zero. */
  giveBack: (key: string, points?: number, transaction?: Database) => Promise<void>
  /** At most 100 keys that are over the limit, those with the longest wait first. */
  listUsedUp: () => Promise<Map<string, Tally>>
  /** Deletes the count of a key. */
  forgive: (key: string, transaction?: Database) => Promise<void>
  /** Deletes the counts of all keys with this prefix and returns them. */
  forgiveAll: (prefix: string, transaction?: Database) => Promise<{ key: string; count: number }[]>
}

export type Throttles = {
  /** Creates a throttle with separate rows under `name`. */
  limit: (name: string, window: { points: number; seconds: number }) => Throttle
}

const TABLE = 'throttles'
const LISTED_MAX = 100
type Row = { key: string; points: number; expire: string }

/**
 * Opens the counters on the application's pool. Attempts are counted outside of any transaction, so that the count stays when a
 * refused transaction is rolled back. `preparesStatements` is false behind a connection pooler that does not support them.
 */
export const openThrottles = (pool: Pool, preparesStatements = true): Throttles => {
  const store = preparesStatements ? pool : withoutNames(pool)
  return { limit: (name, window) => makeThrottle(pool, store, name, window) }
}

/** The library names its statements, which a pooler without prepared statements refuses. */
const withoutNames = (pool: Pool) => ({
  query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
})

/**
 * The library counts. It has no calls for several keys at once, for a prefix or in a transaction, and its `reward` goes below
 * zero, which would allow more attempts than the limit; these statements are ours.
 */
function makeThrottle(
  pool: Pool,
  store: unknown,
  name: string,
  { points, seconds }: { points: number; seconds: number },
): Throttle {
  const limiter = new RateLimiterPostgres({
    storeClient: store,
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    // An hourly job removes the rows of past periods.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  const full = (key: string) => `${name}:${key}`
  const bare = (key: string) => key.slice(name.length + 1)
  const rowsOf = async <Found>(text: string, values: unknown[], transaction?: Database): Promise<Found[]> =>
    transaction
      ? transaction.$queryRawUnsafe<Found[]>(text, ...values)
      : (await pool.query<Found & QueryResultRow>(text, values)).rows
  const tally = (count: number, endsAt: number): Tally => ({
    count,
    isOver: count > points,
    until: new Date(endsAt),
    secondsLeft: Math.max(1, Math.ceil((endsAt - Date.now()) / 1000)),
  })
  const talliesOf = (rows: Row[]) =>
    new Map(rows.map((row) => [bare(row.key), tally(row.points, Number(row.expire))] as const))
  return {
    points,
    consume: async (key, times = 1) => {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, times).catch(refusalOrThrow)
      return tally(consumedPoints, Date.now() + msBeforeNext)
    },
    peek: async (keys) =>
      talliesOf(
        await rowsOf(`SELECT key, points, expire FROM ${TABLE} WHERE key = ANY($1) AND expire > $2`, [
          keys.map(full),
          Date.now(),
        ]),
      ),
    listUsedUp: async () =>
      talliesOf(
        await rowsOf(
          `SELECT key, points, expire FROM ${TABLE} WHERE starts_with(key, $1) AND points >= $2 AND expire > $3
           ORDER BY expire DESC, key LIMIT ${LISTED_MAX}`,
          [full(''), points, Date.now()],
        ),
      ),
    giveBack: async (key, count = 1, transaction) => {
      await rowsOf(
        `UPDATE ${TABLE} SET points = greatest(points - $2, 0) WHERE key = $1 RETURNING key`,
        [full(key), count],
        transaction,
      )
    },
    forgive: async (key, transaction) => {
      await rowsOf(`DELETE FROM ${TABLE} WHERE key = $1 RETURNING key`, [full(key)], transaction)
    },
    forgiveAll: async (prefix, transaction) => {
      const rows = await rowsOf<Omit<Row, 'expire'>>(
        `DELETE FROM ${TABLE} WHERE starts_with(key, $1) RETURNING key, points`,
        [full(prefix)],
        transaction,
      )
      return rows.map((row) => ({ key: bare(row.key), count: row.points }))
    },
  }
}

/** The library throws its result for a caller over the limit; any other thrown value is a fault. */
function refusalOrThrow(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown
  throw thrown
}
