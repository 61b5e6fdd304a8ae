import { Logger, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'

/**
 * Connections to the job queue, which belongs to the owner. The pool is ours, so that stopping waits until its last
 * connection is closed and PostgreSQL may go. One that breaks is told and replaced.
 */
export function openJobQueue(ownerUrl: string, connections: number, onError: (error: Error) => void): Pool {
  const pool = new Pool({ connectionString: ownerUrl, max: connections })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Brings the queue's own tables up to date, so that a change can enqueue its job before any worker runs. */
export async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const pgPool = openJobQueue(ownerUrl, 1, () => {}) // the query in flight fails with the same error
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) })
  } finally {
    await pgPool.end()
  }
}
