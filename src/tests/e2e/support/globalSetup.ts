import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { migrate } from '#infra/migrate.ts'

const quiet = () => undefined

/** Creates and migrates a database once. Each worker runs PostgreSQL on its own copy of MIGRATED_DATA_FOLDER. */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-e2e-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as another user and needs access
  const dataDir = join(folder, 'data')
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet, fsync: false })
  await migrate({ ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, log: quiet })
  await postgres.stop()
  process.env.MIGRATED_DATA_FOLDER = dataDir
  return () => rmSync(folder, { recursive: true, force: true })
}
