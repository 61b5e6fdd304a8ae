import { resolve } from 'node:path'
import { openWithoutMigrating } from '#app/databases.ts'
import { createServices } from '#app/services.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { BackupProblem } from '#infra/backup/backupProblem.ts'
import { type CheckedBackup, checkBackup } from '#infra/backup/checkBackup.ts'
import { type Place, type Restored, restoreBackup } from '#infra/backup/restoreBackup.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import type { TrailChecked } from '#operations/audit/checkAuditTrail.ts'
import { closeRestore } from '#operations/backup/closeRestore.ts'
import { visitTo } from '#operations/context.ts'

// Restores a backup to an empty target: `npm run restore -- <file>`. With `--check` before the file it only verifies it.
// Exit code 0: everything restored and verified; 1: restored, but there was already a problem when the backup was made
// (an altered audit log, a file that did not open); 2: not restored, and it may be run again.

async function main(words: string[]): Promise<void> {
  const file = words.find((word) => !word.startsWith('--'))
  if (!file) throw new BackupProblem('Give a backup file: npm run restore -- <file>')
  const environment = readEnvironment()
  const { backupSecret: secret } = environment
  if (!secret)
    throw new BackupProblem('Set BACKUP_KEY or BACKUP_PASSPHRASE to the value used to encrypt the backup')
  const began = performance.now()
  const backup = await checkBackup(resolve(file), secret, console.log)
  console.log(`The backup of ${backup.about.at} is complete, ${sizeOf(backup)}, read in ${since(began)}`)
  if (words.includes('--check')) return
  await restore(environment, backup)
  console.log(`Restored in ${since(began)}`)
}

async function restore(settings: Environment, backup: CheckedBackup): Promise<void> {
  const stores = await openWithoutMigrating(settings)
  try {
    const { ownerUrl, appUrl } = stores
    const place: Place = { settings, ownerUrl, appUrl, shelf: openBlobStore(settings) }
    const restored = await restoreBackup(place, backup, { signal: cancelled(), onProgress: console.log })
    try {
      report(restored, backup, await close(settings, appUrl, restored, backup))
      await restored.release()
    } finally {
      await restored.close()
    }
  } finally {
    await stores.stop()
  }
}

async function close(settings: Environment, appUrl: string, { files }: Restored, backup: CheckedBackup) {
  const clinic = await createServices(settings, appUrl)
  const request = { id: 'restore', ipAddress: null, userAgent: 'npm run restore', listed: new Map() }
  const { id, rows } = { id: backup.about.id, rows: rowsOf(backup) }
  try {
    return await closeRestore(visitTo(clinic, { request }), { id, rows, files })
  } finally {
    await clinic.close()
  }
}

function cancelled(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(new BackupProblem('Cancelled: nothing was restored')))
  return controller.signal
}

function report(
  { remarks, files, changedForms }: Restored,
  backup: CheckedBackup,
  trail: TrailChecked,
): void {
  const { tables, unreadable } = backup.manifest
  console.log(`${rowsOf(backup)} rows of ${tables.length} tables, counted; ${files} files, opened and hashed`)
  console.log(
    trail.brokenLink
      ? `The audit trail was already BROKEN when the backup was made. ${describeBrokenLink(trail.brokenLink)}`
      : `The audit trail is intact, ${trail.rows} rows`,
  )
  if (unreadable.count > 0)
    console.log(`${unreadable.count} files already could not be opened when the backup was made`)
  for (const { record, reason } of unreadable.first) console.log(`  record ${record}: ${reason}`)
  if (changedForms > 0)
    console.log(
      `${changedForms} signed forms had already been changed after signing when the backup was made`,
    )
  for (const remark of remarks) console.log(remark)
  if (trail.brokenLink || unreadable.count > 0 || changedForms > 0) process.exitCode = 1
}

const rowsOf = ({ manifest }: CheckedBackup) => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
const sizeOf = ({ bytes, manifest }: CheckedBackup) =>
  `${(bytes / 1e6).toFixed(1)} MB, ${manifest.files.count} files`
const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`

try {
  await main(process.argv.slice(2))
} catch (error) {
  const reason = (error as Error).name === 'AbortError' ? ((error as Error).cause ?? error) : error
  console.error(reason instanceof Error && !('code' in reason) ? reason.message : reason)
  process.exitCode = 2
}
