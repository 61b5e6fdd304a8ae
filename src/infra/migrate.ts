import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { loginSettingsSql } from './applicationConnection.ts'
import {
  createApplicationRole,
  readApplicationRole,
  settleApplicationRole,
  sqlForRole,
} from './applicationRole.ts'
import { BEGUN, isRestoreBegun } from './backup/begunRestore.ts'
import { migrateJobQueue } from './jobQueue.ts'
import { inLockedTransaction } from './migrationLock.ts'
import { MigrationProblem } from './migrationProblem.ts'

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
  /** Set for a restore. Otherwise a database with an unfinished restore is rejected. */
  restoring?: { only?: readonly string[] }
}

type Migration = { name: string; sql: string; checksum: string }

type Applied = { name: string; checksum: string; isFinished: boolean }

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/**
 * Applies the pending migrations, each in its own transaction together with its row in `_prisma_migrations` (Prisma's
 * table and checksum). Each database has its own role for the application, which gets the rights that migrations grant to
 * `caseload_app`; see settleApplicationRole. Several processes may start at once. Throws MigrationProblem; a failed migration is rolled back.
 */
export async function migrate({
  ownerUrl,
  appUrl,
  role: roleSetting,
  isPooled = false,
  log,
  folder = migrationsFolder,
  restoring,
}: Options): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  client.on('error', () => {}) // the query in progress reports the same error
  await client.connect().catch((cause: Error & { code?: string }) => {
    const reason = cause.code ?? cause.message
    const sentence = `The database at ${client.host}:${client.port} cannot be used (${reason}). Check DATABASE_URL.`
    throw new MigrationProblem(sentence, { cause })
  })
  try {
    if (!restoring && (await isRestoreBegun(client))) throw new MigrationProblem(BEGUN)
    const only = restoring?.only
    const migrations = readMigrations(folder).filter(({ name }) => only?.includes(name) ?? true)
    const pending = pendingOf(migrations, await appliedIn(client))
    const login = new Client({ connectionString: appUrl ?? ownerUrl }).user ?? ''
    const role = await readApplicationRole(client, login, roleSetting)
    if (!role.exists) await createApplicationRole(client, role, login)
    for (const migration of pending) await apply(client, migration, role.name, log)
    await settleApplicationRole(client, role, login, log)
    // Without the right to do this, the application's check of its connections says what to run.
    if (isPooled) await client.query(loginSettingsSql(login, role.database, role.name)).catch(() => {})
    await migrateJobQueue(ownerUrl)
  } finally {
    await client.end()
  }
}

/** Throws MigrationProblem unless this version contains every applied migration unchanged. */
export function requireKnown(
  applied: readonly { name: string; checksum: string }[],
  folder = migrationsFolder,
): void {
  pendingOf(
    readMigrations(folder),
    applied.map((one) => ({ ...one, isFinished: true })),
  )
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function appliedIn(client: Client): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('public._prisma_migrations') is not null as found",
  )
  if (!tables[0]?.found) return []
  const { rows } = await client.query<Applied>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
       from public._prisma_migrations where rolled_back_at is null order by migration_name`,
  )
  return rows
}

/** Returns the pending migrations. Throws MigrationProblem if the database has other migrations than these. */
function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum, isFinished } of applied) {
    const migration = byName.get(name)
    if (!migration) {
      throw new MigrationProblem(
        `The database has the migration ${name}, which this Caseload does not know. Start the newer Caseload that made it.`,
      )
    }
    if (!isFinished) {
      throw new MigrationProblem(
        `The migration ${name} was begun by 'prisma migrate' and not finished. Repair the database, ` +
          "then tell it with 'prisma migrate resolve'.",
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationProblem(
        `The migration ${name} was changed after it had been applied. Restore prisma/migrations/${name}/migration.sql, ` +
          'and put the change into a new migration.',
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(client: Client, migration: Migration, role: string, log: Options['log']): Promise<void> {
  const { name, sql, checksum } = migration
  const began = performance.now()
  const isDone = await inLockedTransaction(client, async () => {
    await client.query(migrationsTable)
    // Another process may have migrated while this one waited for the lock.
    if (
      pendingOf(
        [migration],
        (await appliedIn(client)).filter((one) => one.name === name),
      ).length === 0
    )
      return false
    await client.query(sqlForRole(sql, role))
    await client.query(
      `insert into public._prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    return true
  }).catch((error: Error & { position?: string }) => {
    if (error instanceof MigrationProblem) throw error
    const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
    throw new MigrationProblem(`The migration ${name} failed and was undone${line}: ${error.message}`, {
      cause: error,
    })
  })
  if (isDone) log(`Migrated the database: ${name} (${Math.round(performance.now() - began)} ms)`)
}

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
