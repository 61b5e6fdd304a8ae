import { parseArgs } from 'node:util'
import { type Databases, migrationTarget, openWithoutMigrating } from '#app/databases.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { type MigrationPlan, migrate, planMigration } from '#infra/migrate.ts'
import { runCommand, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run migrate [-- --dry-run | --lock-timeout <seconds>]

Applies the pending migrations, also while Caseload runs. With --dry-run it shows them with their
SQL and changes nothing. Several may run at once: each migration is applied once.

Exit codes:
  0  the database is up to date
  1  migrations are pending (only with --dry-run)
  2  a migration failed and was undone, or the command could not run`

const LONGEST_SECONDS = 3600

async function main(args: string[]): Promise<number> {
  const options = { 'dry-run': { type: 'boolean' }, 'lock-timeout': { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const lockTimeoutMs = secondsOf(values['lock-timeout'])
  const environment = readEnvironment()
  const run = values['dry-run'] ? showPlan : apply
  return withDatabases(environment, openWithoutMigrating, (databases) =>
    run(environment, databases, lockTimeoutMs),
  )
}

function secondsOf(setting: string | undefined): { lockTimeoutMs?: number } {
  if (setting === undefined) return {}
  const seconds = Number(setting)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_SECONDS)
    throw new Error(`--lock-timeout must be a whole number of seconds from 1 to ${LONGEST_SECONDS}`)
  return { lockTimeoutMs: seconds * 1000 }
}

async function apply(
  environment: Environment,
  databases: Databases,
  timeout: { lockTimeoutMs?: number },
): Promise<number> {
  await migrate({ ...migrationTarget(environment, databases), ...timeout, log: console.log })
  console.log('The database is up to date')
  return 0
}

async function showPlan(environment: Environment, databases: Databases): Promise<number> {
  const plan = await planMigration(migrationTarget(environment, databases))
  const parts = partsOf(plan)
  console.log(parts.length > 0 ? parts.join('\n\n') : 'The database is up to date')
  return parts.length > 0 ? 1 : 0
}

/** The plan as SQL with comments. */
function partsOf({ roleSql, migrations, isQueueOutdated }: MigrationPlan): string[] {
  const role = roleSql && [
    "-- The application's role. An administrator of the server runs this if the owner may not.",
    roleSql.replaceAll('; ', ';\n'),
  ]
  return [
    ...(role ? [role.join('\n')] : []),
    ...migrations.map(({ name, sql }) => `-- Migration ${name}\n${sql.trimEnd()}`),
    ...(isQueueOutdated ? ['-- The job queue: graphile-worker brings its own tables up to date.'] : []),
  ]
}

await runCommand(help, main)
