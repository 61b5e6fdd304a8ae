import { Client } from 'pg'
import { type Databases, migrationTarget } from '#app/databases.ts'
import { openDatabase } from '#infra/database.ts'
import type { Environment } from '#infra/environment.ts'
import { planMigration } from '#infra/migrate.ts'
import { openReplica } from '#infra/replica.ts'
import { type Check, ok, problem, warning } from './finding.ts'

const OLDEST_VERSION = 150_000
/** From this difference on, codes of authenticator apps and expired links go wrong. */
const CLOCK = { warnMs: 2_000, problemMs: 30_000 }

const GUIDE = 'Read "Your own PostgreSQL" in docs/operators.md.'

/** Checks of the database: its version, the logins and their rights, the migrations, and its clock. */
export const databaseChecks = (environment: Environment, databases: Databases): Check[] => [
  { name: 'database', run: () => checkServer(databases.ownerUrl) },
  { name: 'database rights', run: () => checkRights(environment, databases.appUrl) },
  { name: 'migrations', run: () => checkMigrations(environment, databases) },
  { name: 'clock', run: () => checkClock(databases.ownerUrl) },
  ...(environment.databaseReplicaUrl
    ? [{ name: 'replica', run: () => checkReplica(environment, databases.appUrl) }]
    : []),
]

async function checkServer(url: string) {
  const [found] = await ask<{ number: number; version: string; readOnly: boolean; free: number }>(
    url,
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as "readOnly",
            current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as free`,
  )
  if (!found) throw new Error('PostgreSQL returned no row')
  const { number, version, readOnly, free } = found
  if (number < OLDEST_VERSION)
    return problem(`PostgreSQL ${version} is too old.`, 'Upgrade it to version 15 or newer.')
  if (readOnly)
    return problem(
      'The database accepts no changes.',
      'DATABASE_URL leads to a replica, or default_transaction_read_only is on. Use the primary server.',
    )
  if (free < 10)
    return warning(
      `PostgreSQL ${version}: only ${free} of its connections are free.`,
      'Raise max_connections, or lower DATABASE_CONNECTIONS.',
    )
  return ok(`PostgreSQL ${version}, ${free} free connections`)
}

async function checkReplica(environment: Environment, url: string) {
  const { databaseRole: role, databaseDirectUrl, databaseReplicaUrl = '' } = environment
  const opened = openDatabase(url, { role, isPooled: databaseDirectUrl !== undefined, connections: 1 })
  const problems: string[] = []
  const replica = openReplica(databaseReplicaUrl, opened.pool, {
    role,
    log: (sentence) => problems.push(sentence),
  })
  try {
    return (await replica.current())
      ? ok('It has everything that is committed')
      : warning(problems.join(' '), 'Reports and exports are read from DATABASE_URL until it is repaired.')
  } finally {
    await Promise.all([replica.close(), opened.close()])
  }
}

async function checkRights(environment: Environment, url: string) {
  const { databaseRole: role, databaseDirectUrl } = environment
  const opened = openDatabase(url, { role, isPooled: databaseDirectUrl !== undefined, connections: 2 })
  try {
    await opened.check()
    const { rows } = await opened.pool.query<{
      login: string
      isSuper: boolean
      mayDelete: boolean
      isOpen: boolean
    }>(
      `select session_user::text as login, (select rolsuper from pg_roles where rolname = session_user) as "isSuper",
              coalesce(has_table_privilege(to_regclass('audit_logs'), 'DELETE'), false) as "mayDelete",
              has_database_privilege('public', current_database(), 'CONNECT') as "isOpen"`,
    )
    const [found] = rows
    if (!found) throw new Error('PostgreSQL returned no row')
    const findings = [
      ...(found.mayDelete
        ? problem(
            'The application may delete rows of the audit log.',
            `Take the right from its role. ${GUIDE}`,
          )
        : []),
      ...(found.isOpen
        ? problem(
            'Every login of the server may connect to this database.',
            `Run: revoke connect, temporary on database … from public. ${GUIDE}`,
          )
        : []),
      ...(found.isSuper && environment.databaseUrl
        ? warning(`The login ${found.login} is a superuser.`, `Use one without rights of its own. ${GUIDE}`)
        : []),
    ]
    return findings.length > 0 ? findings : ok(`${found.login} acts as the role of the application`)
  } finally {
    await opened.close()
  }
}

async function checkMigrations(environment: Environment, databases: Databases) {
  const { migrations, roleSql, isQueueOutdated } = await planMigration(
    migrationTarget(environment, databases),
  )
  if (migrations.length === 0 && !roleSql && !isQueueOutdated) return ok('The database is up to date')
  const names = migrations.map(({ name }) => name)
  const missing = [...names, ...(roleSql ? ['the role'] : []), ...(isQueueOutdated ? ['the job queue'] : [])]
  return problem(
    `The database lacks ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' and more' : ''}.`,
    'Make a backup, then run npm run migrate, or start Caseload without MIGRATE=off.',
  )
}

async function checkClock(url: string) {
  const before = Date.now()
  const [found] = await ask<{ ms: number }>(url, 'select extract(epoch from clock_timestamp()) * 1000 as ms')
  const middle = (before + Date.now()) / 2
  const difference = Math.abs(Number(found?.ms) - middle)
  const message = `The clocks of this machine and of the database differ by ${(difference / 1000).toFixed(1)} s.`
  const action =
    'Synchronize both with NTP. Codes of authenticator apps, links and sessions depend on the time.'
  if (difference >= CLOCK.problemMs) return problem(message, action)
  return difference >= CLOCK.warnMs ? warning(message, action) : ok(message)
}

/** Runs one statement on a connection of its own. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the query reports the same error
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
