import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { loginSettingsSql, unreachable } from './applicationConnection.ts'
import {
  type ApplicationRole,
  createApplicationRole,
  readApplicationRole,
  remainingRoleSql,
  settleApplicationRole,
  sqlForRole,
} from './applicationRole.ts'
import { BEGUN, isRestoreBegun } from './backup/begunRestore.ts'
import { isJobQueueOutdated, migrateJobQueue } from './jobQueue.ts'
import { buildLargeIndexes, LARGE_TABLE_BYTES } from './largeIndexes.ts'
import { appliedIn, type Migration, migrationsFolder, pendingOf, readMigrations } from './migrationFiles.ts'
import { inLockedTransaction } from './migrationLock.ts'
import { MigrationProblem } from './migrationProblem.ts'

/** PostgreSQL's state of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_TIMEOUT_MS = 10_000

type Options = {
  /** Connects as the owner of the tables. */
  ownerUrl: string
  /** Its login gets the application's rights. Without it, the owner's login does. */
  appUrl?: string | undefined
  /** The name of the application's role. By default it is made from the database's name. */
  role?: string | undefined
  /** Whether the application's login needs its role and limits as defaults, for a pooler in transaction mode. */
  isPooled?: boolean
  log: (sentence: string) => void
  /** An absolute path. `prisma/migrations` by default. */
  folder?: string
  /** How long a migration waits for a table that is in use. All others who want to use the table wait, too. */
  lockTimeoutMs?: number
  /** Indexes of tables of at least this size are built while others write. */
  largeBytes?: number
  /** Set for a restore. Otherwise a database with an unfinished restore is rejected. */
  restoring?: { only?: readonly string[] }
}

/**
 * Applies the pending migrations, each in its own transaction together with its row in `_prisma_migrations` (Prisma's
 * table and checksum). Indexes of large tables are built before, while others write. Each database has its own role for the
 * application, which gets the rights that migrations grant to `caseload_app`; see settleApplicationRole. Several processes
 * may start at once. Throws MigrationProblem; a failed migration is rolled back.
 */
export async function migrate(options: Options): Promise<void> {
  const { ownerUrl, isPooled = false, log, lockTimeoutMs = LOCK_TIMEOUT_MS } = options
  const { largeBytes = LARGE_TABLE_BYTES } = options
  await withOwner(options, async (client) => {
    const { pending, isNew, role, login } = await readState(client, options)
    if (!role.exists) await createApplicationRole(client, role, login)
    const began = performance.now()
    for (const migration of pending) {
      const before = performance.now()
      const isDone = await apply(client, migration, role.name, { log, lockTimeoutMs, largeBytes })
      if (isDone && !isNew) log(`Migrated the database: ${migration.name} (${msSince(before)} ms)`)
    }
    if (isNew) log(`Created the tables of the database (${msSince(began)} ms)`)
    await settleApplicationRole(client, role, login, log)
    // Without the right to do this, the application's check of its connections says what to run.
    if (isPooled) await client.query(loginSettingsSql(login, role.database, role.name)).catch(() => {})
    await migrateJobQueue(ownerUrl)
  })
}

/** What `migrate` would do to a database. */
export type MigrationPlan = {
  /** The pending migrations with the SQL that runs in this database, oldest first. */
  migrations: { name: string; sql: string }[]
  /** The SQL for the application's role, or `null` if the role is complete. */
  roleSql: string | null
  /** Whether the tables of the job queue are older than this version needs. Its library brings the SQL. */
  isQueueOutdated: boolean
}

/** Reads what `migrate` would do, in a transaction that can change nothing. Throws MigrationProblem. */
export const planMigration = (options: Omit<Options, 'log' | 'lockTimeoutMs'>): Promise<MigrationPlan> =>
  withOwner(options, async (client) => {
    await client.query('begin transaction read only')
    const { pending, role, login } = await readState(client, options)
    const isQueueOutdated = await isJobQueueOutdated(client)
    await client.query('rollback')
    return {
      migrations: pending.map(({ name, sql }) => ({ name, sql: sqlForRole(sql, role.name) })),
      roleSql: remainingRoleSql(role, login),
      isQueueOutdated,
    }
  })

/** Throws MigrationProblem if the database is not ready for this version: for a start that must not migrate it. */
export async function requireMigrated(options: Omit<Options, 'log' | 'lockTimeoutMs'>): Promise<void> {
  const { migrations, roleSql, isQueueOutdated } = await planMigration(options)
  const missing = [
    ...migrations.map(({ name }) => `the migration ${name}`),
    ...(roleSql ? ["the application's role"] : []),
    ...(isQueueOutdated ? ['the tables of the job queue'] : []),
  ]
  if (missing.length === 0) return
  const more = missing.length > 3 ? `, and ${missing.length - 3} more` : ''
  throw new MigrationProblem(
    `MIGRATE is off, and the database lacks ${missing.slice(0, 3).join(', ')}${more}. Run npm run migrate with this ` +
      'version of Caseload first, or start without MIGRATE=off.',
  )
}

async function withOwner<Result>(
  { ownerUrl, restoring }: Pick<Options, 'ownerUrl' | 'restoring'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: ownerUrl })
  client.on('error', () => {}) // the query in progress reports the same error
  await client.connect().catch((cause) => {
    throw new MigrationProblem(unreachable('DATABASE_URL', ownerUrl, cause), { cause })
  })
  try {
    if (!restoring && (await isRestoreBegun(client))) throw new MigrationProblem(BEGUN)
    return await work(client)
  } finally {
    await client.end()
  }
}

type State = {
  pending: Migration[]
  /** Whether no migration has been applied yet. */
  isNew: boolean
  role: ApplicationRole
  login: string
}

async function readState(
  client: Client,
  { ownerUrl, appUrl, role: roleSetting, folder = migrationsFolder, restoring }: Omit<Options, 'log'>,
): Promise<State> {
  const only = restoring?.only
  const migrations = readMigrations(folder).filter(({ name }) => only?.includes(name) ?? true)
  const applied = await appliedIn(client)
  const pending = pendingOf(migrations, applied)
  const login = new Client({ connectionString: appUrl ?? ownerUrl }).user ?? ''
  const role = await readApplicationRole(client, login, roleSetting)
  return { pending, isNew: applied.length === 0, role, login }
}

const msSince = (began: number) => Math.round(performance.now() - began)

/** Returns whether it was still pending. */
async function apply(
  client: Client,
  migration: Migration,
  role: string,
  { log, lockTimeoutMs, largeBytes }: Required<Pick<Options, 'log' | 'lockTimeoutMs' | 'largeBytes'>>,
): Promise<boolean> {
  const { name, sql, checksum } = migration
  const inTransaction = async () => {
    await client.query(migrationsTable)
    // Another process may have migrated while this one waited for the lock.
    if (
      pendingOf(
        [migration],
        (await appliedIn(client)).filter((one) => one.name === name),
      ).length === 0
    )
      return false
    // Only now, because waiting for another process that migrates may take longer.
    await client.query(`set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`)
    await client.query(sqlForRole(sql, role))
    await client.query(
      `insert into public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    return true
  }
  const run = async () => {
    await buildLargeIndexes(client, sql, { largeBytes, lockTimeoutMs, log })
    return inLockedTransaction(client, inTransaction)
  }
  return run().catch((error: Error & { position?: string; code?: string }) => {
    if (error instanceof MigrationProblem) throw error
    if (error.code === LOCK_NOT_AVAILABLE) throw busy(name, lockTimeoutMs, error)
    const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
    throw new MigrationProblem(`The migration ${name} failed and was undone${line}: ${error.message}`, {
      cause: error,
    })
  })
}

const busy = (name: string, lockTimeoutMs: number, cause: Error): MigrationProblem =>
  new MigrationProblem(
    `The migration ${name} was undone: for ${lockTimeoutMs / 1000} seconds a table that it changes was in use, for example by ` +
      'a backup. Try again later, or let it wait longer with npm run migrate -- --lock-timeout <seconds>.',
    { cause },
  )

const migrationsTable = `
  create table if not exists public._prisma_migrations (
    id varchar(36) primary key,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`
