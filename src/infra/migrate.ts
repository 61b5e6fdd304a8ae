import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { BEGUN, isRestoreBegun } from './backup/begunRestore.ts'
import { migrateJobQueue } from './jobQueue.ts'

type Options = {
  /** Connects as the owner of the tables. */
  ownerUrl: string
  /** Its login gets the application's rights. Without it, the owner's login does. */
  appUrl?: string | undefined
  log: (sentence: string) => void
  /** An absolute path. `prisma/migrations` by default. */
  folder?: string
  /** Set for a restore. Otherwise a database with an unfinished restore is rejected. */
  restoring?: { only?: readonly string[] }
}

type Migration = { name: string; sql: string; checksum: string }

type Applied = { name: string; checksum: string; isFinished: boolean }

/** The database and prisma/migrations do not match. The message is for the operator who starts Caseload. */
export class MigrationProblem extends Error {
  override name = 'MigrationProblem'
}

/** The group role that holds the application's rights; every application connection runs as it. */
export const APPLICATION_ROLE = 'caseload_app'

// Prisma's own lock number, so that `prisma migrate deploy` and a starting Caseload wait for each other.
const LOCK = 72707369

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/**
 * Applies the pending migrations, each in its own transaction together with its row in `_prisma_migrations` (Prisma's
 * table and checksum). Then grants the application's login its role and revokes its right to create temporary tables.
 * Several processes may start at once. Throws MigrationProblem; a failed migration is rolled back.
 */
export async function migrate({
  ownerUrl,
  appUrl,
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
    for (const migration of pending) await apply(client, migration, log)
    await grantApplicationRole(client, appUrl ?? ownerUrl, log)
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

/**
 * Makes the login of `appUrl` a member of the application's role. Revokes that role's right to create temporary tables,
 * which PostgreSQL grants everyone on each new database, even on a copy of one where it was revoked.
 */
export async function grantApplicationRole(
  owner: Client,
  appUrl: string,
  log: Options['log'],
): Promise<void> {
  const login = new Client({ connectionString: appUrl }).user
  const { rows } = await owner.query<{ mayAct: boolean; mayHide: boolean; database: string }>(
    `select pg_has_role($1, $2, case when current_setting('server_version_num')::int < 160000
                                     then 'MEMBER' else 'SET' end) as "mayAct",
            has_database_privilege($2, current_database(), 'TEMPORARY') as "mayHide",
            current_database() as database`,
    [login, APPLICATION_ROLE],
  )
  const [{ mayAct = false, mayHide = true, database = '' } = {}] = rows
  if (!mayAct) await grantRole(owner, login ?? '')
  if (mayHide) await refuseTemporaryTables(owner, database, log)
}

async function grantRole(owner: Client, login: string): Promise<void> {
  const grant = `grant ${APPLICATION_ROLE} to ${owner.escapeIdentifier(login)}`
  await inTransaction(owner, () => owner.query(grant)).catch((cause: unknown) => {
    const sentence = `The application's login may not act as ${APPLICATION_ROLE}. Have an administrator of the server run: ${grant}`
    throw new MigrationProblem(sentence, { cause })
  })
}

/** A temporary table would hide a table of the same name, such as the audit log, within its connection. */
async function refuseTemporaryTables(owner: Client, database: string, log: Options['log']): Promise<void> {
  const name = owner.escapeIdentifier(database)
  const revoke = `revoke temporary on database ${name} from public, ${APPLICATION_ROLE}`
  const stays = await inTransaction(owner, async () => {
    // PostgreSQL reports no error for a revoke by someone other than the grantor, so the right is checked again.
    await owner.query(revoke)
    const { rows } = await owner.query<{ stays: boolean }>(
      `select has_database_privilege($1, current_database(), 'TEMPORARY') as stays`,
      [APPLICATION_ROLE],
    )
    return rows[0]?.stays
  }).catch(() => true)
  if (stays)
    log(
      `The application may make temporary tables in the database ${database}. Have its owner run: ${revoke}`,
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

async function apply(client: Client, migration: Migration, log: Options['log']): Promise<void> {
  const { name, sql, checksum } = migration
  const began = performance.now()
  const isDone = await inTransaction(client, async () => {
    await client.query(migrationsTable)
    // Another process may have migrated while this one waited for the lock.
    if (
      pendingOf(
        [migration],
        (await appliedIn(client)).filter((one) => one.name === name),
      ).length === 0
    )
      return false
    await client.query(sql)
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

async function inTransaction<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
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
