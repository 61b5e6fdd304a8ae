import { parseArgs } from 'node:util'
import { type Databases, openWithoutMigrating } from '#app/databases.ts'
import { amountOf } from '#domain/amount.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import type { BackupFile } from '#infra/backup/backupPlace.ts'
import { type CheckedBackup, checkBackup } from '#infra/backup/checkBackup.ts'
import { filesIn, rowsIn } from '#infra/backup/makeBackup.ts'
import { fileAt, newestBackup, openPlace } from '#infra/backup/openBackupPlace.ts'
import { type Restored, restoreBackup } from '#infra/backup/restoreBackup.ts'
import { openTrialPlace } from '#infra/backup/trialPlace.ts'
import { type Environment, readEnvironment } from '#infra/environment.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import type { TrailChecked } from '#operations/audit/checkAuditTrail.ts'
import { closeRestore } from '#operations/backup/closeRestore.ts'
import { recordTrialRestore } from '#operations/backup/recordTrialRestore.ts'
import { cancelSignal, Misuse, runCommand, stopwatch, withContext, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run restore -- [--check | --trial] [--newest | <file, or s3://bucket/key>]

Restores a backup, or with --newest the newest one in BACKUP_FOLDER or BACKUP_S3_BUCKET, to an empty
target. With --check it only verifies the backup. With --trial it restores the given backup or the
newest one beside the clinic, verifies everything, and removes it again. Ctrl-C cancels the restore.

Exit codes:
  0  everything was restored
  1  everything was restored, but there was already a problem when the backup was made (an altered
     audit log, a changed form, or a file that could not be opened)
  2  the restore failed and can be repeated`

async function main(args: string[]): Promise<number> {
  const yes = { type: 'boolean' } as const
  const options = { check: yes, trial: yes, newest: yes }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const environment = readEnvironment()
  const { backupSecret } = environment
  const file = await fileOf(environment, positionals, values)
  if (!backupSecret)
    throw new Error('Set BACKUP_KEY or BACKUP_PASSPHRASE to the value used to encrypt the backup')
  const elapsed = stopwatch()
  // A restore opens every file afterward, so that shared ones need not be read twice.
  const sharedToRead = values.check ? 'all' : new Set<string>()
  const backup = await checkBackup(file, backupSecret, sharedToRead, console.log)
  console.log(
    `The backup of ${backup.about.at}, ${file.path}, is complete, ${sizeOf(backup)}, read in ${elapsed()}`,
  )
  if (values.check) return 0
  const restoreHere = (databases: Databases) =>
    values.trial ? tryRestore(environment, databases, backup) : restore(environment, databases, backup)
  const exitCode = await withDatabases(environment, openWithoutMigrating, restoreHere)
  console.log(`Restored in ${elapsed()}${values.trial ? ' and removed again' : ''}`)
  return exitCode
}

function fileOf(
  { backupSchedule, backupReach }: Environment,
  [named, ...others]: string[],
  { newest, trial }: { newest?: boolean; trial?: boolean },
): Promise<BackupFile> | BackupFile {
  if (others.length === 0 && named && !newest) return fileAt(named, backupReach)
  if (named || !(newest || trial)) throw new Misuse('Give a backup file, or --newest')
  if (!backupSchedule) throw new Error('Give a backup file, or set BACKUP_FOLDER or BACKUP_S3_BUCKET')
  return newestBackup(openPlace(backupSchedule.place))
}

async function tryRestore(
  environment: Environment,
  clinic: Databases,
  backup: CheckedBackup,
): Promise<number> {
  const place = await openTrialPlace(environment, clinic, backup)
  const exitCode = await restore(place.environment, place.databases, backup).finally(place.remove)
  const tried = { id: backup.about.id, rows: rowsOf(backup), exitCode }
  await withContext(environment, clinic.appUrl, 'restore', (context) => recordTrialRestore(context, tried))
  return exitCode
}

async function restore(
  environment: Environment,
  { ownerUrl, appUrl }: Omit<Databases, 'stop'>,
  backup: CheckedBackup,
): Promise<number> {
  const target = { settings: environment, ownerUrl, appUrl, shelf: openBlobStore(environment) }
  const signal = cancelSignal('Cancelled: nothing was restored')
  const restored = await restoreBackup(target, backup, { signal, onProgress: console.log })
  try {
    const summary = { id: backup.about.id, rows: rowsOf(backup), files: restored.files }
    const trail = await withContext(environment, appUrl, 'restore', (context) =>
      closeRestore(context, summary),
    )
    const exitCode = report(restored, backup, trail)
    await restored.release()
    return exitCode
  } finally {
    await restored.close()
  }
}

function report(
  { remarks, files, changedForms }: Restored,
  backup: CheckedBackup,
  trail: TrailChecked,
): number {
  const { tables, unreadable } = backup.manifest
  console.log(
    `${amountOf(rowsOf(backup), 'row')} of ${tables.length} tables, counted; ${amountOf(files, 'file')}, opened and hashed`,
  )
  console.log(
    trail.brokenLink
      ? `The audit trail was already BROKEN when the backup was made. ${describeBrokenLink(trail.brokenLink)}`
      : `The audit trail is intact, ${amountOf(trail.rows, 'row')}`,
  )
  if (unreadable.count > 0)
    console.log(`${amountOf(unreadable.count, 'file')} already could not be opened when the backup was made`)
  for (const { record, reason } of unreadable.first) console.log(`  record ${record}: ${reason}`)
  if (changedForms > 0)
    console.log(
      `${amountOf(changedForms, 'signed form')} already changed after signing when the backup was made`,
    )
  for (const remark of remarks) console.log(remark)
  return trail.brokenLink || unreadable.count > 0 || changedForms > 0 ? 1 : 0
}

const rowsOf = ({ manifest }: CheckedBackup) => rowsIn(manifest.tables)
const sizeOf = ({ bytes, manifest }: CheckedBackup) =>
  `${(bytes / 1e6).toFixed(1)} MB, ${amountOf(filesIn(manifest), 'file')}`

await runCommand(help, main)
