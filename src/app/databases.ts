import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import type { Environment } from '#infra/environment.ts'
import { migrate } from '#infra/migrate.ts'
import { runningPostgres } from '#infra/postgres/running.ts'

/** A migrated database, and how to let go of it. */
export type Databases = { appUrl: string; ownerUrl: string; stop: () => Promise<void> }

/** Uses the database that the settings name, or else starts the embedded one, and brings it up to date. */
export async function startDatabase(
  environment: Environment,
  log: (sentence: string) => void,
): Promise<Databases> {
  const stores = environment.databaseUrl
    ? named(environment, environment.databaseUrl, log)
    : await embedded(environment, log)
  try {
    await migrate({ ownerUrl: stores.ownerUrl, appUrl: stores.appUrl, log })
    return stores
  } catch (error) {
    await stores.stop()
    throw error
  }
}

/** For a program beside the product: an embedded database that a running Caseload has started is used where it is. */
export async function attachDatabase(environment: Environment): Promise<Databases> {
  const running = environment.databaseUrl ? null : runningPostgres(environment.dataDir)
  if (running) return { ...running, stop: async () => {} }
  return startDatabase(environment, (sentence) => console.error(sentence))
}

/** The database as it is, not brought up to date: what is backed up before an upgrade must stay as it was. */
export async function openWithoutMigrating(environment: Environment): Promise<Databases> {
  const running = environment.databaseUrl ? null : runningPostgres(environment.dataDir)
  if (running) return { ...running, stop: async () => {} }
  const log = (sentence: string) => console.error(sentence)
  return environment.databaseUrl
    ? named(environment, environment.databaseUrl, () => {})
    : embedded(environment, log)
}

function named(
  { databaseOwnerUrl }: Environment,
  appUrl: string,
  log: (sentence: string) => void,
): Databases {
  if (!databaseOwnerUrl) {
    log('Only DATABASE_URL is set: its user owns the tables, and the application uses the role caseload_app')
  }
  return { appUrl, ownerUrl: databaseOwnerUrl ?? appUrl, stop: async () => {} }
}

async function embedded({ dataDir }: Environment, log: (sentence: string) => void): Promise<Databases> {
  return startEmbeddedPostgres({ dataDir, log })
}
