import { Client } from 'pg'
import { z } from 'zod'
import type { Environment } from '../environment.ts'
import { migrate, requireKnown } from '../migrate.ts'
import type { BlobStore } from '../records/blobStore.ts'
import { findRecordKeys } from '../records/findRecordKeys.ts'
import { BackupProblem } from './backupProblem.ts'
import { countTables, endRestore, isRestoreBegun, markRestore, wipe } from './begunRestore.ts'
import type { CheckedBackup } from './checkBackup.ts'
import { type ClinicSecrets, clinicSecrets, keepSecrets, refuseOtherSecrets } from './keptSecrets.ts'
import { beginLoad } from './loadTables.ts'
import { type Part, valueIn } from './parts.ts'
import { everyFewSeconds } from './progress.ts'
import { openEveryFile, refuseFiles, refuseOtherFiles, restoreFile } from './restoredFiles.ts'
import { sequence } from './tables.ts'
import { askForJobs, waitingJob } from './waitingJobs.ts'

/** The target of a restore: an empty database and an empty file store. */
export type Place = {
  settings: Pick<Environment, 'mode' | 'dataDir' | 'recordsKeys' | 'seal' | 'sessionSecrets'>
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
    const remarks = await pour(client, place, backup, options)
    const { ownerUrl, appUrl } = place
    await migrate({ ownerUrl, appUrl, log: options.onProgress, restoring: {} })
    await client.query('ANALYZE')
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
 * Creates the tables as they were in the clinic. The target may hold only what an interrupted restore left.
 */
async function prepare(client: Client, place: Place, { about, parts }: CheckedBackup): Promise<void> {
  const { settings, shelf, ownerUrl, appUrl } = place
  refuseOtherSecrets(settings.dataDir, await secretsIn(parts()))
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
  await migrate({ ownerUrl, appUrl, log: () => {}, restoring: { only } })
}

async function secretsIn(parts: AsyncGenerator<Part>): Promise<ClinicSecrets> {
  for await (const part of parts) if (part.name === 'secrets') return valueIn(part, clinicSecrets)
  throw new BackupProblem('The backup has no keys')
}

/** Reads the backup once: tables in one transaction, then files. */
async function pour(
  client: Client,
  place: Place,
  backup: CheckedBackup,
  options: Options,
): Promise<string[]> {
  const parts = backup.parts()
  try {
    const { remarks, next } = await fillTables(client, place, { ...backup, parts }, options)
    await refuseOtherFiles(client, place.shelf)
    await putFiles(place.shelf, next, parts, options)
    return remarks
  } finally {
    await parts.return(undefined)
  }
}

type Reading = Omit<CheckedBackup, 'parts'> & { parts: AsyncGenerator<Part> }
type Filled = { remarks: string[]; next: Part }

/** Loads all tables. Returns the first part after them and the remarks for the operator. */
async function fillTables(
  client: Client,
  { settings }: Place,
  { about, manifest, parts }: Reading,
  { signal, onProgress }: Options,
): Promise<Filled> {
  let remarks: string[] = []
  let sequences: z.infer<typeof sequence>[] = []
  const load = await beginLoad(client, about.tables)
  for (let step = await parts.next(); !step.done; step = await parts.next()) {
    signal.throwIfAborted()
    const part = step.value
    const [kind, name] = part.name.split(' ')
    if (kind === 'secrets') remarks = keepSecrets(settings, await valueIn(part, clinicSecrets))
    if (kind === 'sequences') sequences = await valueIn(part, z.array(sequence))
    if (kind === 'jobs') await askForJobs(client, await valueIn(part, z.array(waitingJob)))
    if (kind === 'table') {
      const rows = await load.table(part, signal)
      if (rows > 0) onProgress(`${name}: ${rows} rows`)
    }
    if (kind !== 'file' && kind !== 'end') continue
    await load.finish(manifest, sequences)
    return { remarks, next: part }
  }
  throw new BackupProblem('The backup has no end')
}

async function putFiles(
  shelf: BlobStore,
  first: Part,
  others: AsyncGenerator<Part>,
  { signal, onProgress }: Options,
): Promise<void> {
  const onFile = everyFewSeconds(onProgress)
  let [count, bytes] = [0, 0]
  for (let part: Part | undefined = first; part; part = (await others.next()).value ?? undefined) {
    signal.throwIfAborted()
    const [kind, key = ''] = part.name.split(' ')
    if (kind !== 'file') continue
    await restoreFile(shelf, key, part.content)
    count += 1
    bytes += part.foot().bytes
    onFile(count, bytes)
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
