import { PrismaPg } from '@prisma/adapter-pg'
import { Prisma, PrismaClient } from './prisma/client.ts'

/** The Prisma client the product uses, or a transaction of it. */
export type Database = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$extends'>

/** The group role of the first migration: every connection acts as it, whoever logged in. */
export const APPLICATION_ROLE = 'caseload_app'

/**
 * What every connection of the application starts with, whatever opens it. PostgreSQL looks for tables in `pg_temp`
 * first unless the search path names it, so that a temporary table would hide the real one.
 */
export const applicationOptions = `-c role=${APPLICATION_ROLE} -c search_path=public,pg_temp -c TimeZone=UTC -c statement_timeout=30s`

/** A raw statement that begins with such a comment is planned once for each connection, under that name. */
const PREPARED = /^\/\* prepared as (\w+) \*\//
const UNNAMED = ''

/**
 * Opens the application's pool of `connections`. Nothing connects before the first query. An idle connection
 * that breaks is dropped from the pool, so that a restarted server is simply connected to again.
 */
export function openDatabase(url: string, connections = 20): PrismaClient {
  const pool = {
    connectionString: url,
    max: connections,
    options: applicationOptions,
    connectionTimeoutMillis: 10_000,
  }
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => PREPARED.exec(sql)?.[1] ?? UNNAMED,
  })
  return new PrismaClient({
    adapter,
    // A hash is read where a password is checked, which asks for it, and nowhere else.
    omit: {
      patient: { searchText: true },
      user: { passwordHash: true },
      auditLog: { lane: true, position: true, hash: true },
    },
    // Under load a request may wait for its turn in the pool; giving up after Prisma's 2 s would be a false alarm.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
  })
}

/** The unique columns or constraint that a write ran into, or `null` if that is not what went wrong. */
export function uniqueConflict(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return null
  return JSON.stringify(error.meta ?? {})
}

const causeOf = (error: unknown): { kind?: string; originalCode?: string; originalMessage?: string } =>
  (error as { meta?: { driverAdapterError?: { cause?: object } } }).meta?.driverAdapterError?.cause ??
  (error as { cause?: object }).cause ??
  {}

/** PostgreSQL's own code of the error (SQLSTATE), where there is one. */
export const sqlState = (error: unknown): string | undefined => causeOf(error).originalCode

/** The exclusion constraint that a write ran into (SQLSTATE 23P01), or `null` if that is not what went wrong. */
export const exclusionConflict = (error: unknown): string | null =>
  sqlState(error) === '23P01' ? (causeOf(error).originalMessage ?? '') : null

/** Serialisation failures and deadlocks: the transaction did nothing and may be run again (SQLSTATE 40001, 40P01). */
export const isRepeatable = (error: unknown): boolean =>
  (error as { code?: string }).code === 'P2034' || ['40001', '40P01'].includes(sqlState(error) ?? '')

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
/** What Prisma makes of a socket that was reset, refused or silent. */
const awayKinds = ['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections']

/**
 * What Node says, and Prisma repeats, of a socket of PostgreSQL that nothing can connect to. While a server starts again
 * its socket is not there (ENOENT), a code that files that are missing have too.
 */
const noSocket = /\bconnect E[A-Z]+ .*\.s\.PGSQL\.\d+/

/** The database could not be reached or is going away; the request may be tried again in a moment. */
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
