import { Logger, runMigrations } from 'graphile-worker'
import { type Client, Pool } from 'pg'

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

/** The revision of graphile-worker's tables, which the library does not publish. A test compares it. */
const REVISION = 20

/** Whether the queue's own tables are missing or older than its library needs. */
export async function isJobQueueOutdated(owner: Client): Promise<boolean> {
  const { rows: tables } = await owner.query<{ found: boolean }>(
    "select to_regclass('graphile_worker.migrations') is not null as found",
  )
  if (!tables[0]?.found) return true
  const { rows } = await owner.query<{ id: number | null }>(
    'select max(id) as id from graphile_worker.migrations',
  )
  return (rows[0]?.id ?? 0) < REVISION
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
