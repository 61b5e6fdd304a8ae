import { Logger, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'

/** Connections to the job queue. `close` resolves when the last of them is gone, so that PostgreSQL may go too. */
export type JobQueue = { pool: Pool; close: () => Promise<void> }

/** Opens connections to the job queue as the owner role. A broken connection is logged and replaced. */
export function openJobQueue(
  ownerUrl: string,
  connections: number,
  onError: (error: Error) => void,
): JobQueue {
  const pool = new Pool({ connectionString: ownerUrl, max: connections })
  const open = new Set<Promise<void>>()
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    const over = new Promise<void>((done) => client.once('end', done))
    open.add(over)
    void over.then(() => open.delete(over))
  })
  // The pool's own end only says goodbye on each connection, and does not wait until it is closed.
  const close = async () => {
    await pool.end()
    await Promise.all(open)
  }
  return { pool, close }
}

/** Brings the queue's own tables up to date, so that a change can enqueue its job before any worker runs. */
export async function migrateJobQueue(ownerUrl: string): Promise<void> {
  const { pool, close } = openJobQueue(ownerUrl, 1, () => {}) // the query in flight fails with the same error
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await close()
  }
}
