import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { defaultRecipient, openTestClinic, SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { at, makeDatabase } from '#tests/support/database.ts'
import { copyDataFolder } from '#tests/support/dataFolders.ts'
import { freePort, type ServerProcess, startServer } from '#tests/support/serverProcess.ts'

/** The built app and its clinic. */
export type Running = {
  server: ServerProcess
  /** The settings it was started with, for a second instance. */
  settings: Record<string, string>
  clinic: TestClinic
  empty: () => Promise<void>
  /** Stops the server like an operator does; returns the exit code. */
  stop: () => ReturnType<ServerProcess['stop']>
}

const quiet = () => undefined

/** A clinic that is set up and has chosen its rules: attorneys see records before a form is signed, and forms have a recipient. */
async function setRules(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `INSERT INTO clinic_settings (id, records_before_consent, records_chosen_at, setup_dismissed_at, default_recipient_firm)
     VALUES (1, 'open', now(), now(), $1)`,
    [defaultRecipient.firm],
  )
  await owner.end()
}

/** Starts the built server with its own PostgreSQL and database, in production mode by default. */
export async function runProduct(given: Record<string, string> = {}, host?: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-e2e-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as another user and needs access
  const files = join(folder, 'files')
  const dataDir = join(folder, 'data')
  copyDataFolder(process.env.MIGRATED_DATA_FOLDER ?? '', dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, fsync: false })
  const database = await makeDatabase(postgres.ownerUrl, 'e2e')
  const settings = {
    DATABASE_URL: at(postgres.appUrl, 'e2e'),
    DATABASE_OWNER_URL: database.ownerUrl,
    SESSION_SECRET,
    DATA_DIR: files,
    RECORD_LIMIT_MB: '2',
    CLINIC_NAME: 'Test Clinic',
    REQUESTS_PER_MINUTE: '1000000',
    WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${await freePort()}`,
    ...given,
  }
  const empty = async () => {
    await database.empty()
    await setRules(database.ownerUrl)
  }
  await empty()
  const server = await startServer(settings, host)
  const { close, ...clinic } = await openTestClinic(database.ownerUrl, { dataDir: files })
  return {
    server,
    settings,
    // The server's clock cannot be set, so prepared data uses the real time too.
    clinic: {
      ...clinic,
      as: (user) => ({ ...clinic.as(user), now: () => new Date(), provenAt: new Date() }),
    },
    empty,
    stop: async () => {
      const code = await server.stop()
      await close()
      await database.drop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}
