import { parseArgs } from 'node:util'
import { openWithoutMigrating } from '#app/databases.ts'
import { version } from '#app/services.ts'
import { amountOf } from '#domain/amount.ts'
import type { BackupPlace } from '#infra/backup/backupPlace.ts'
import { BackupProblem } from '#infra/backup/backupProblem.ts'
import type { BackupSchedule, BackupSecret } from '#infra/backup/backupSettings.ts'
import { checkBackup } from '#infra/backup/checkBackup.ts'
import { secretsOf } from '#infra/backup/keptSecrets.ts'
import { type BackupMade, filesIn, makeBackup, rowsIn } from '#infra/backup/makeBackup.ts'
import { openPlace, placeAt, removeOldBackups } from '#infra/backup/openBackupPlace.ts'
import { recordBackup } from '#infra/backup/recordBackup.ts'
import { removeUnlistedFiles } from '#infra/backup/sharedFiles.ts'
import { readEnvironment } from '#infra/environment.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { requireSecrets, sharedSecrets } from '#infra/sharedSecrets.ts'
import { cancelSignal, Misuse, runCommand, stopwatch, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run backup -- [<folder or file, or s3://bucket/folder>]

Backs up database, files and keys to one encrypted file, also while Caseload runs. Ctrl-C cancels
it. Without a place, it writes to BACKUP_FOLDER or BACKUP_S3_BUCKET, reads the backup back, and
deletes those that are older than BACKUP_KEEP_DAYS. With BACKUP_INCREMENTAL=true it stores each
record file only once there.

Exit codes:
  0  the backup is complete
  1  it was made, but some record files could not be opened, or not deleted because an older backup
     cannot be read
  2  no backup was made`

/** How long a shared file stays although no backup lists it: another backup may just be storing it. A day. */
const UNLISTED_MS = 86_400_000

async function backup(args: string[]): Promise<number> {
  const [destination, ...others] = parseArgs({ args, allowPositionals: true }).positionals
  if (others.length > 0) throw new Misuse('Give one destination at most')
  const environment = readEnvironment()
  const { backupSecret: secret, backupSchedule: schedule, backupReach } = environment
  const place = destination ? placeAt(destination, backupReach) : schedule && openPlace(schedule.place)
  if (!place) throw new Misuse('Give a destination, or set BACKUP_FOLDER or BACKUP_S3_BUCKET')
  if (!secret)
    throw new Error(
      "Set BACKUP_KEY (create one with 'openssl rand -base64 32' and keep a copy in another place) or BACKUP_PASSPHRASE to encrypt backups",
    )
  // A folder that is not mounted would otherwise become the name of a file.
  if (!destination) await place.backups()
  const elapsed = stopwatch()
  return withDatabases(environment, openWithoutMigrating, async ({ ownerUrl }) => {
    // The backup contains these secrets, so they must be the right ones.
    await requireSecrets(ownerUrl, environment, sharedSecrets)
    const secrets = () => secretsOf(environment)
    const source = { ownerUrl, shelf: openBlobStore(environment), secrets, version }
    const signal = cancelSignal('Cancelled: no backup was made')
    const isIncremental = !destination && (schedule?.isIncremental ?? false)
    const options = { secret, signal, now: () => new Date(), isIncremental, onProgress: console.log }
    const began = Date.now()
    const made = await makeBackup(source, place, options)
    await recordBackup(ownerUrl, made)
    const isWhole = report(made, elapsed())
    const isTidy = destination || !schedule || (await tidy({ ...made, began }, place, schedule, secret))
    return isWhole && isTidy ? 0 : 1
  })
}

/**
 * Old backups are deleted only if the new one was read back completely and has every file. Returns whether all that no backup
 * needs was deleted.
 */
async function tidy(
  { file, manifest, sharedFiles, added, began }: BackupMade & { began: number },
  place: BackupPlace,
  { keepDays }: BackupSchedule,
  secret: BackupSecret,
): Promise<boolean> {
  await checkBackup(file, secret, added, console.log)
  console.log('Read it back: it is complete')
  if (manifest.unreadable.count > 0 || keepDays === undefined) return true
  for (const old of await removeOldBackups(place, keepDays, new Date())) console.log(`Deleted ${old}`)
  if (!sharedFiles) return true
  try {
    const count = await removeUnlistedFiles(place, sharedFiles, secret, new Date(began - UNLISTED_MS))
    if (count > 0) console.log(`Deleted ${amountOf(count, 'record file')} that no backup needs`)
    return true
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error
    console.error(
      `The backup is complete, but no record file that it does not need was deleted. ${error.message}`,
    )
    return false
  }
}

/** Returns whether every file could be opened. */
function report({ file, bytes, manifest, sharedFiles, added }: BackupMade, elapsed: string): boolean {
  const { tables, unreadable } = manifest
  console.log(
    `${file.path}\n${amountOf(rowsIn(tables), 'row')} of ${tables.length} tables, ${amountOf(filesIn(manifest), 'file')}, ${(bytes / 1e6).toFixed(1)} MB in ${elapsed}`,
  )
  if (sharedFiles) console.log(`${amountOf(added.size, 'new file')} in ${sharedFiles.path}`)
  if (unreadable.count === 0) return true
  console.error(`${amountOf(unreadable.count, 'stored file')} could not be opened:`)
  for (const { record, reason } of unreadable.first) console.error(`  record ${record}: ${reason}`)
  return false
}

await runCommand(help, backup)
