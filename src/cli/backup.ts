import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { openWithoutMigrating } from '#app/databases.ts'
import { BackupProblem } from '#infra/backup/backupProblem.ts'
import { secretsOf } from '#infra/backup/keptSecrets.ts'
import { type BackupMade, makeBackup } from '#infra/backup/makeBackup.ts'
import { readEnvironment } from '#infra/environment.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'

// Backs up database, files and keys into one closed file, also while Caseload runs: `npm run backup -- <folder or file>`.
// Ends with 0 when all of it is backed up and could be read, 1 when it is made but files in it could not be opened where
// they lie, 2 when there is no backup.

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

async function main(place: string | undefined): Promise<void> {
  if (!place) throw new BackupProblem('Give a destination: npm run backup -- <folder or file>')
  const environment = readEnvironment()
  const { backupSecret: secret } = environment
  if (!secret)
    throw new BackupProblem(
      "Set BACKUP_KEY (create one with 'openssl rand -base64 32' and keep a copy in another place) or BACKUP_PASSPHRASE to encrypt backups",
    )
  const began = performance.now()
  const stores = await openWithoutMigrating(environment)
  try {
    const source = {
      ownerUrl: stores.ownerUrl,
      shelf: openBlobStore(environment),
      secrets: () => secretsOf(environment),
      version,
    }
    const options = { secret, signal: cancelled(), now: () => new Date(), onProgress: console.log }
    const made = await makeBackup(source, resolve(place), options)
    report(made, (performance.now() - began) / 1000)
  } finally {
    await stores.stop()
  }
}

/** Ctrl-C and a request to stop break it off, and nothing is left of it. */
function cancelled(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new BackupProblem('Cancelled: no backup was made')))
  return controller.signal
}

function report({ path, bytes, tables, files, unreadable }: BackupMade, seconds: number): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `${path}\n${rows} rows of ${tables.length} tables, ${files.count} files, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
  )
  if (unreadable.count === 0) return
  process.exitCode = 1
  console.error(`${unreadable.count} stored files could not be opened:`)
  for (const { record, reason } of unreadable.first) console.error(`  record ${record}: ${reason}`)
}

try {
  await main(process.argv[2])
} catch (error) {
  const reason = (error as Error).name === 'AbortError' ? ((error as Error).cause ?? error) : error
  console.error(reason instanceof Error && !('code' in reason) ? reason.message : reason)
  process.exitCode = 2
}
