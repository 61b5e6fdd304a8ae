import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { createApplicationRole, readApplicationRole, settleApplicationRole } from '#infra/applicationRole.ts'
import { setAuditClock } from '#infra/auditClock.ts'

export type TestDatabase = {
  /** The owner of the tables, who may also alter them. */
  ownerUrl: string
  /** Empties every table, including the append-only ones. */
  empty: () => Promise<void>
  /**
   * Recreates it if it has changed since the first call in a way that emptying does not undo. `disconnect` closes all
   * connections to it.
   */
  renew: (disconnect: () => Promise<void>) => Promise<void>
  drop: () => Promise<void>
}

/** Creates a database by copying the migrated template. */
export async function makeDatabase(templateUrl: string, name: string): Promise<TestDatabase> {
  const template = new URL(templateUrl).pathname.slice(1)
  const ownerUrl = at(templateUrl, name)
  const create = async () => {
    await run(at(templateUrl, 'postgres'), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    await run(at(templateUrl, 'postgres'), `CREATE DATABASE "${name}" TEMPLATE "${template}"`)
    const created = await connect(ownerUrl)
    await giveRole(created)
    // Tests set the time.
    await setAuditClock(created, 'claimed')
    // Only a superuser can disable the triggers that keep the audit log append-only.
    await created.query('SET session_replication_role = replica')
    const { rows } = await created.query<{ definition: string }>(emptyTables)
    if (rows[0]) await created.query(rows[0].definition)
    return created
  }
  let owner = await create()
  const shape = async () => JSON.stringify((await owner.query(shapeQuery)).rows)
  const empty = () => unlocked(() => owner.query('SELECT pg_temp.empty_tables()'))
  let atFirst: string | undefined
  return {
    ownerUrl,
    empty,
    renew: async (disconnect) => {
      const found = await shape()
      atFirst ??= found
      if (found !== atFirst) {
        await disconnect()
        await owner.end()
        owner = await create()
        atFirst = await shape()
      }
      // Without ORDER BY, rows come in the order in which they were written, unless PostgreSQL reuses the space of deleted ones.
      await empty()
      const { rows } = await owner.query<{ statement: string | null }>(vacuumQuery)
      if (rows[0]?.statement) await owner.query(rows[0].statement)
    },
    drop: async () => {
      const role = await roleIn(owner)
      await owner.end()
      await run(at(templateUrl, 'postgres'), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      await run(at(templateUrl, 'postgres'), `DROP ROLE IF EXISTS ${role}`)
    },
  }
}

/** The tables that tests fill. */
const filled = `
  SELECT format('%I.%I', schemaname, tablename) AS name, tablename FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    OR (schemaname, tablename) = ('graphile_worker', '_private_jobs')`

/**
 * Writes the function that deletes all rows, unless the database has no tables. Deleting a few rows is faster than truncating
 * eighty tables, and a function keeps the plans of its statements.
 */
const emptyTables = `
  SELECT format('CREATE FUNCTION pg_temp.empty_tables() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN LOCK TABLE '
    || string_agg(name, ', ') || ' IN ACCESS EXCLUSIVE MODE NOWAIT; '
    || string_agg('DELETE FROM ' || name, '; ') FILTER (WHERE tablename <> 'audit_lanes')
    || '; UPDATE audit_lanes SET length = 0, head = sha256('''') WHERE length > 0; END') AS definition
  FROM (${filled}) AS filled HAVING count(*) > 0`

const vacuumQuery = `
  SELECT 'VACUUM ' || string_agg(name, ', ') AS statement FROM (${filled}) AS filled
  WHERE pg_relation_size(name::regclass) > 0`

/** Gives a copy of the template its own application role, as a start of Caseload does. */
async function giveRole(owner: Client): Promise<void> {
  const login = owner.user ?? ''
  const role = await readApplicationRole(owner, login, undefined)
  if (role.previous.length === 0) return
  if (!role.exists) await createApplicationRole(owner, role, login)
  await settleApplicationRole(owner, role, login, () => {})
}

/** The application's role in the owner's database, quoted for SQL. */
export const roleIn = async (owner: Client): Promise<string> =>
  escapeIdentifier((await readApplicationRole(owner, owner.user ?? '', undefined)).name)

const CATALOGS =
  'pg_namespace pg_class pg_attribute pg_constraint pg_index pg_trigger pg_proc pg_type pg_db_role_setting'

/** What emptying does not restore: how often each catalog was written to, and which audit chains there are. */
const shapeQuery = [
  ...CATALOGS.split(' ').map(
    (name) => `SELECT '${name}' AS what, count(*) || ' ' || max(xmin::text::bigint) AS found FROM ${name}`,
  ),
  "SELECT 'chains', string_agg(lane::text, ' ' ORDER BY lane) FROM audit_lanes",
].join(' UNION ALL ')

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = await connect(connectionString)
  await client.query(sql).finally(() => client.end())
}

/** The URL of another database on the same server. */
export function at(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** How long requests and jobs of the previous test may take to end. */
const PATIENCE_MS = 60_000

/**
 * Runs statements that lock with NOWAIT, and repeats them until no other transaction holds a lock. Waiting for a
 * request or job of the previous test while holding some locks could deadlock, because it takes its locks in another order.
 */
async function unlocked(run: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    try {
      await run()
      return
    } catch (error) {
      const LOCK_NOT_AVAILABLE = '55P03'
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > end) throw error
    }
  }
}
