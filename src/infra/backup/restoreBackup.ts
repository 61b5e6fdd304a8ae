import { Client } from 'pg'
import { amountOf } from '#domain/amount.ts'
import type { Environment } from '../environment.ts'
import { migrate } from '../migrate.ts'
import { requireKnown } from '../migrationFiles.ts'
import type { BlobStore } from '../records/blobStore.ts'
import { findRecordKeys } from '../records/findRecordKeys.ts'
import { BackupProblem } from './backupProblem.ts'
import { countTables, endRestore, isRestoreBegun, markRestore, wipe } from './begunRestore.ts'
import type { CheckedBackup } from './checkBackup.ts'
import { keepSecrets, refuseOtherSecrets } from './keptSecrets.ts'
import { beginLoad } from './loadTables.ts'
import { END, type Part, SHARED_LIST } from './manifest.ts'
import { everyFewSeconds } from './progress.ts'
import { recordRows } from './recordRows.ts'
import {
  type FileTarget,
  openEveryFile,
  refuseFiles,
  refuseOtherFiles,
  restoreFile,
} from './restoredFiles.ts'
import { askForJobs } from './waitingJobs.ts'

/** The target of a restore: an empty database and an empty file store. */
export type Place = {
  settings: Pick<Environment, 'mode' | 'dataDir' | 'recordsKeys' | 'seal' | 'sessionSecrets'> &
    Partial<Pick<Environment, 'databaseRole'>>
  ownerUrl: string
  appUrl: string
  shelf: BlobStore
}

type Options = { signal: AbortSignal; onProgress: (sentence: string) => void }

/** A restored clinic that is not released yet. */
export type Restored = {
  /** Remarks for the operator about its keys. */
  remarks: string[]
  files: number
  /** Signed forms whose content has changed since they were signed, as in the clinic. */
  changedForms: number
  /** Releases the target, so that Caseload can start on it. */
  release: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Restores a verified backup into an empty target or over an interrupted restore. Until `release`, Caseload
 * does not start there. Throws `BackupProblem`; the next attempt then removes what this one made.
 */
export async function restoreBackup(
  place: Place,
  backup: CheckedBackup,
  options: Options,
): Promise<Restored> {
  requireKnown(backup.about.migrations)
  const client = new Client({ connectionString: place.ownerUrl, application_name: 'caseload restore' })
  client.on('error', () => {}) // the query in flight fails with the same error
  await client.connect()
  const close = () => client.end()
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await prepare(client, place, backup)
    const { settings, ownerUrl, appUrl, shelf } = place
    const remarks = keepSecrets(settings, backup.secrets)
    await pour({ client, shelf, keys: findRecordKeys(settings) }, backup, options)
    await migrate({
      ownerUrl,
      appUrl,
      role: settings.databaseRole,
      log: options.onProgress,
      restoring: {},
    })
    await client.query('ANALYZE')
    remarks.push(...(await stopWebhooks(client)))
    const files = await openFiles(client, place, backup, options)
    const changedForms = await countChangedForms(client)
    return { remarks, files, changedForms, release: () => endRestore(client), close }
  } catch (error) {
    client.connection.stream.destroy()
    await close().catch(() => {})
    throw error
  }
}

/**
 * Switches all webhooks off: a copy of the clinic elsewhere must not call the receivers, and those of the clinic know of changes that
 * no longer exist. Returns a remark if there are any.
 */
async function stopWebhooks(client: Client): Promise<string[]> {
  const { rowCount } = await client.query(
    "UPDATE webhooks SET off_at = now(), off_reason = 'restored' WHERE off_at IS NULL",
  )
  if (!rowCount) return []
  return [
    'All webhooks are off. Have their receivers read all lists again, and then switch them on in Settings.',
  ]
}

/**
 * Creates the same tables as the clinic had. The target must be empty, except for the rest of an interrupted restore.
 */
async function prepare(client: Client, place: Place, { about, secrets }: CheckedBackup): Promise<void> {
  const { settings, shelf, ownerUrl, appUrl } = place
  refuseOtherSecrets(settings.dataDir, secrets)
  if (await isRestoreBegun(client)) await wipe(client)
  else {
    const tables = await countTables(client)
    if (tables > 0)
      throw new BackupProblem(
        `This is no empty place: its database has ${tables} tables. Choose an empty one.`,
      )
    await refuseFiles(shelf)
    await markRestore(client, about.id)
  }
  const only = about.migrations.map(({ name }) => name)
  await migrate({ ownerUrl, appUrl, role: settings.databaseRole, log: () => {}, restoring: { only } })
}

/** Reads the backup once: tables in one transaction, then its own files, then those that it shares with others. */
async function pour(
  target: FileTarget,
  backup: CheckedBackup,
  { signal, onProgress }: Options,
): Promise<void> {
  const { client, shelf } = target
  const load = await beginLoad(client, backup.about)
  await askForJobs(client, backup.jobs)
  const onFile = everyFewSeconds(onProgress)
  let [isLoaded, count, bytes] = [false, 0, 0]
  const restoreOne = async (file: Part) => {
    bytes += await restoreFile(target, file)
    count += 1
    onFile(count, bytes)
  }
  /** The files that are in the backup itself. */
  const own = new Set<string>()
  for await (const part of backup.parts()) {
    signal.throwIfAborted()
    const [folder, name = ''] = part.name.split('/')
    if (part.name === SHARED_LIST) continue // the rows name them too
    if (folder === 'tables' && name) {
      const rows = await load.table(name, part.content, signal)
      if (rows > 0) onProgress(`${name}: ${amountOf(rows, 'row')}`)
      continue
    }
    if (!isLoaded && (name || part.name === END)) {
      await load.finish(backup.manifest, backup.sequences)
      await refuseOtherFiles(client, shelf)
      isLoaded = true
    }
    if (!name) continue
    own.add(name)
    await restoreOne(part)
  }
  if (!backup.sharedFiles) return
  const keys = await backup.sharedFiles.keys()
  for await (const { key, sha256 } of recordRows(client)) {
    signal.throwIfAborted()
    if (!own.has(key) && keys.has(key))
      await restoreOne({ name: `records/${key}`, content: backup.sharedFiles.read({ key, sha256 }) })
  }
}

/** Throws `BackupProblem` if a file does not open here but did in the clinic. */
async function openFiles(
  client: Client,
  { settings, shelf }: Place,
  { manifest }: CheckedBackup,
  { onProgress, signal }: Options,
): Promise<number> {
  const onFile = everyFewSeconds((sentence) => onProgress(`Opened ${sentence}`))
  const { opened, unreadable } = await openEveryFile(client, shelf, findRecordKeys(settings), (...found) => {
    signal.throwIfAborted()
    onFile(...found)
  })
  if (unreadable.length > manifest.unreadable.count)
    throw new BackupProblem(
      `${unreadable.length} files cannot be opened here, and only ${manifest.unreadable.count} could not in the clinic; ` +
        `among them those of the records ${unreadable.slice(0, 20).join(', ')}`,
    )
  return opened
}

async function countChangedForms(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM signed_consent_forms WHERE encode(sha256(content), 'hex') <> sha256",
  )
  return rows[0]?.n ?? 0
}
