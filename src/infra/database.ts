import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { checkConnections, openPool, type PoolOptions } from './applicationPool.ts'
import { type PreparedStatements, prepareStatements } from './preparedStatements.ts'
import { Prisma, PrismaClient } from './prisma/client.ts'

/** The Prisma client of the app, or one of its transactions. */
export type Database = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$extends'>

/** A raw statement that begins with this comment is planned once per connection, under that name. */
const PREPARED = /^\/\* prepared as (\w+) \*\//
const UNNAMED = ''

/** The application's connections: the Prisma client, and prepared statements for what nearly every request reads. */
export type OpenedDatabase = {
  db: PrismaClient
  statements: PreparedStatements
  /** The pool of both, for statements outside of their transactions. */
  pool: Pool
  /** Checks that connections have the application's role. Throws ConnectionProblem. */
  check: () => Promise<void>
  /** Closes all connections. An idle one would keep the process running for ten seconds. */
  close: () => Promise<void>
}

/**
 * Opens the application's pool. It connects at the first query. `preparesStatements` is false behind a connection pooler that
 * does not support them.
 */
export function openDatabase(
  url: string,
  { preparesStatements = true, ...options }: PoolOptions & { preparesStatements?: boolean } = {},
): OpenedDatabase {
  const pool = openPool(url, options)
  const db = prismaOver(pool, preparesStatements)
  return {
    db,
    statements: prepareStatements(pool, preparesStatements),
    pool,
    check: () => checkConnections(pool, options),
    close: async () => {
      await db.$disconnect()
      // Prisma closes the pool only if it has used it.
      if (!pool.ended) await pool.end()
    },
  }
}

function prismaOver(pool: Pool, preparesStatements: boolean): PrismaClient {
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => (preparesStatements && PREPARED.exec(sql)?.[1]) || UNNAMED,
  })
  return new PrismaClient({
    adapter,
    // Only the password check reads the hash, and asks for it explicitly.
    omit: {
      patient: { searchText: true, identifierWords: true },
      user: { passwordHash: true },
      auditLog: { lane: true, position: true, hash: true },
    },
    // Under load a request may wait for a connection. Prisma's limit of 2 s would fail it too early.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  })
}

/** The columns or the name of the unique constraint that a write violated, or `null` for other errors. */
export function uniqueConflict(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return null
  return JSON.stringify(error.meta ?? {})
}

const causeOf = (error: unknown): { kind?: string; originalCode?: string; originalMessage?: string } =>
  (error as { meta?: { driverAdapterError?: { cause?: object } } }).meta?.driverAdapterError?.cause ??
  (error as { cause?: object }).cause ??
  {}

/** PostgreSQL's SQLSTATE code of the error, if it has one. */
export const sqlState = (error: unknown): string | undefined => causeOf(error).originalCode

/** The exclusion constraint that a write violated (SQLSTATE 23P01), or `null` for other errors. */
export const exclusionConflict = (error: unknown): string | null =>
  sqlState(error) === '23P01' ? (causeOf(error).originalMessage ?? '') : null

/** Serialization failures and deadlocks (SQLSTATE 40001, 40P01). The transaction was rolled back and can be retried. */
export const isRepeatable = (error: unknown): boolean =>
  ['P2034', '40001', '40P01'].includes((error as { code?: string }).code ?? '') ||
  ['40001', '40P01'].includes(sqlState(error) ?? '')

/**
 * Whether a transaction may have failed because another one was faster: it added a row with the same unique value or an
 * overlapping time, or deleted a row that this one needs (SQLSTATE 23505, 23P01, 23503; Prisma's P2002, P2003, P2025). When the
 * transaction is repeated, it sees that change.
 */
export const hasLostRace = (error: unknown): boolean =>
  ['P2002', 'P2003', 'P2025'].includes((error as { code?: string }).code ?? '') ||
  ['23505', '23P01', '23503'].includes(sqlState(error) ?? '')

const away = [
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]
const awayStates = ['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300']
/** Prisma's errors for a connection that was reset, refused or silent. */
const awayKinds = ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections']

/**
 * Node's error, which Prisma repeats, when PostgreSQL's socket does not accept connections. The socket does not exist
 * (ENOENT) while the server restarts, and that code alone could also mean any missing file.
 */
const noSocket = /\bconnect E[A-Z]+ .*\.s\.PGSQL\.\d+/

/** Whether the database is unreachable or shutting down, so that the request can be retried soon. */
export function isDatabaseAway(error: unknown): boolean {
  const code = (error as { code?: string }).code
  if (code && (away.includes(code) || awayStates.includes(code))) return true
  if (awayStates.includes(sqlState(error) ?? '') || awayKinds.includes(causeOf(error).kind ?? '')) return true
  const text = error instanceof Error ? error.message : ''
  if (noSocket.test(text)) return true
  return /ECONNREFUSED|Connection terminated|connection timeout|Can't reach database|not reachable|not queryable/i.test(
    text,
  )
}
