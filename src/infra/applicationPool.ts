import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import {
  ConnectionProblem,
  type ConnectionRules,
  setUpConnection,
  unreachable,
} from './applicationConnection.ts'
import { observedClient, type SlowStatement } from './slowStatements.ts'

/** The options of the application's pool. */
export type PoolOptions = ConnectionRules & {
  /** The most connections that it opens. */
  connections?: number
  /** Reports statements that take at least `ms` milliseconds. */
  slow?: { ms: number; report: (slow: SlowStatement) => void } | undefined
}

const WAIT_MS = 10_000

/**
 * Opens the application's pool. It connects at the first query. An idle connection that breaks is dropped from the pool,
 * so that the next query connects to the restarted server.
 */
export function openPool(url: string, { connections = 10, slow, role, isPooled }: PoolOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    ...(slow && { Client: observedClient(slow.ms, slow.report) }),
    application_name: 'caseload',
    connectionTimeoutMillis: WAIT_MS,
    onConnect: (client) => setUpConnection(client, { role, isPooled: isPooled ?? false }),
  })
  // Prisma listens only after its own first query.
  pool.on('error', () => {})
  // The end of a connection may be read together with a response, when no statement runs that could report it. Without a
  // listener, Node would end the process. The next statement fails instead.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Checks that PostgreSQL takes connections, and that they get the application's role and keep it. Throws
 * ConnectionProblem. Behind a pooler in transaction mode a client changes its connection between transactions, and its role
 * would stay behind.
 */
export async function checkConnections(pool: Pool, { isPooled = false }: ConnectionRules): Promise<void> {
  const first = await pool.connect().catch((cause) => {
    if (cause instanceof ConnectionProblem) throw cause
    throw new ConnectionProblem(unreachable('DATABASE_URL', pool.options.connectionString, cause), { cause })
  })
  try {
    if (isPooled) return
    const before = await serverProcessOf(first)
    const second = await pool.connect()
    try {
      // Such a pooler gives the connection that was used last to this transaction.
      await second.query('begin')
      await second.query('select 1')
      const after = await Promise.race([serverProcessOf(first), sleep(WAIT_MS, null, { ref: false })])
      if (after === before) return
    } finally {
      await second.query('rollback').catch(() => {})
      second.release()
    }
  } finally {
    first.release()
  }
  throw new ConnectionProblem(
    'DATABASE_URL leads to a connection pooler in transaction mode, which does not keep the role of a connection. Set ' +
      'DATABASE_DIRECT_URL to the address of PostgreSQL itself, for live changes, or use session mode.',
  )
}

async function serverProcessOf(client: PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]?.id
}
