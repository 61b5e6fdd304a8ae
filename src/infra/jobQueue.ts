import { Logger, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'

/** Connections to the job queue. `close` resolves when all are closed, so that PostgreSQL can be stopped. */
export type JobQueue = { pool: Pool; close: () => Promise<void> }

/** Opens connections to the job queue as the owner role. A broken connection is logged and replaced. */
export function openJobQueue(
  ownerUrl: string,
  connections: number,
  onError: (error: Error) => void,
): JobQueue {
  const pool = new Pool({ connectionString: ownerUrl, max: connections, application_name: 'caseload jobs' })
  const open = new Set<Promise<void>>()
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    const over = new Promise<void>((done) => client.once('end', done))
    open.add(over)
    void over.then(() => open.delete(over))
  })
  // The pool's own `end` sends a goodbye on each connection but does not wait until it is closed.
  const close = async () => {
    await pool.end()
    await Promise.all(open)
  }
  return { pool, close }
}

/** Migrates the queue's own tables, so that operations can enqueue jobs before a worker runs. */
export async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const { pool, close } = openJobQueue(ownerUrl, 1, () => {}) // the query in progress reports the same error
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await close()
  }
}
