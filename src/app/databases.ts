import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import type { Environment } from '#infra/environment.ts'
import { migrate, requireMigrated } from '#infra/migrate.ts'
import { runningPostgres } from '#infra/postgres/running.ts'

/** URLs of the database for the application and for its owner. `stop` stops the embedded server if it was started here. */
export type Databases = { appUrl: string; ownerUrl: string; stop: () => Promise<void> }

type Log = (sentence: string) => void

/** Uses DATABASE_URL, or else starts the embedded server. Applies the migrations, or with MIGRATE=off requires them. */
export async function startDatabase(environment: Environment, log: Log): Promise<Databases> {
  const { databaseUrl, dataDir } = environment
  const databases = databaseUrl
    ? externalDatabase(environment, databaseUrl, log)
    : await startEmbeddedPostgres({ dataDir, log })
  try {
    const target = migrationTarget(environment, databases)
    if (environment.migratesAtStart) await migrate({ ...target, log })
    else await requireMigrated(target)
    return databases
  } catch (error) {
    await databases.stop()
    throw error
  }
}

/** The database and the role that migrations are for. */
export const migrationTarget = (
  { databaseRole, databaseDirectUrl }: Environment,
  { ownerUrl, appUrl }: Databases,
) => ({ ownerUrl, appUrl, role: databaseRole, isPooled: databaseDirectUrl !== undefined })

/** For commands: uses the embedded server of a running Caseload, or else does the same as `startDatabase`. */
export const attachDatabase = async (environment: Environment): Promise<Databases> =>
  runningDatabase(environment) ?? startDatabase(environment, console.error)

/** Opens the database without migrating it, because a backup before an upgrade must contain the old schema. */
export async function openWithoutMigrating(environment: Environment): Promise<Databases> {
  const { databaseUrl, dataDir } = environment
  const running = runningDatabase(environment)
  if (running) return running
  return databaseUrl
    ? externalDatabase(environment, databaseUrl, () => {})
    : startEmbeddedPostgres({ dataDir, log: console.error })
}

/** The embedded server that another process of Caseload runs on this DATA_DIR. */
function runningDatabase({ databaseUrl, dataDir }: Environment): Databases | null {
  const running = databaseUrl ? null : runningPostgres(dataDir)
  return running && { ...running, stop: async () => {} }
}

function externalDatabase({ databaseOwnerUrl }: Environment, appUrl: string, log: Log): Databases {
  if (!databaseOwnerUrl) {
    log('Only DATABASE_URL is set: its user owns the tables, and the application uses a role of its own')
  }
  return { appUrl, ownerUrl: databaseOwnerUrl ?? appUrl, stop: async () => {} }
}
