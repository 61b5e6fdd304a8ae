import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { BY_THE_APPLICATION } from '#infra/auditTime.ts'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { migrate } from '#infra/migrate.ts'
import { copyDataFolder } from './dataFolders.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated template of all test databases. */
    templateUrl: string
    /** A data folder whose server was started once and has stopped, to copy. */
    usedDataFolder: string
  }
}

/** Starts one PostgreSQL for the whole run in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-test-'))
  // As root, the server runs as another user, who needs access.
  chmodSync(folder, 0o711)
  const quiet = () => undefined
  const options = { dataDir: join(folder, 'data'), log: quiet, fsync: false }
  await (await startEmbeddedPostgres(options)).stop()
  copyDataFolder(options.dataDir, join(folder, 'used'))
  project.provide('usedDataFolder', join(folder, 'used'))
  const postgres = await startEmbeddedPostgres(options)
  await migrate({ ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, log: quiet })
  // Tests set the time of the clinic. `datedRows.test.ts` restores the real function.
  await allowTestTimes(postgres.ownerUrl)
  project.provide('templateUrl', postgres.ownerUrl)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function allowTestTimes(connectionString: string): Promise<void> {
  const owner = new Client({ connectionString })
  await owner.connect()
  await owner.query(BY_THE_APPLICATION).finally(() => owner.end())
}
