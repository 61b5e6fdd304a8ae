import type { Client } from 'pg'

// Prisma's own lock number, so that `prisma migrate deploy` and a starting Caseload wait for each other.
const LOCK = 72707369

/** Runs `work` in a transaction while no other process changes the schema or the rights of this database. */
export async function inLockedTransaction<Result>(
  client: Client,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
