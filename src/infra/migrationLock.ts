import type { Client } from 'pg'

// Prisma's own lock number, so that `prisma migrate deploy` and a starting Caseload wait for each other.
const LOCK = 72707369

/** PostgreSQL's state of a transaction that it ended because two waited for each other. */
const DEADLOCK = '40P01'
const TRIES = 10

/**
 * Runs `work` in a transaction while no other process changes the schema or the rights of this database. Repeats it after a
 * deadlock: it may lock several tables, and processes that serve use them in another order.
 */
export async function inLockedTransaction<Result>(
  client: Client,
  work: () => Promise<Result>,
  triesLeft = TRIES,
): Promise<Result> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if ((error as { code?: string }).code !== DEADLOCK || triesLeft <= 1) throw error
  }
  return inLockedTransaction(client, work, triesLeft - 1)
}
