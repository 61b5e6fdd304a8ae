import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { amountOf } from '#domain/amount.ts'
import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import type { BlobStore } from '../records/blobStore.ts'
import { makeRecordKeys } from '../records/recordKeys.ts'
import { type AddFile, writeBackupFile } from './backupFile.ts'
import type { BackupFile, BackupPlace } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { dumpFiles } from './dumpFiles.ts'
import { dumpTable } from './dumpTable.ts'
import type { ClinicSecrets } from './keptSecrets.ts'
import { END, type Manifest, type Values } from './manifest.ts'
import { everyFewSeconds } from './progress.ts'
import { findSharedFiles, type SharedFiles } from './sharedFiles.ts'
import { type Shared, shareFiles } from './shareFiles.ts'
import { migrationsOf, sequencesOf, tablesOf } from './tables.ts'
import { waitingJobsOf } from './waitingJobs.ts'

/** A clinic, which may be running. */
export type Source = {
  ownerUrl: string
  shelf: BlobStore
  /** Called after the snapshot is taken, when every key that it can need is known. */
  secrets: () => ClinicSecrets
  version: string
}

type Options = {
  secret: BackupSecret
  signal: AbortSignal
  now: () => Date
  /** Whether record files are shared with the other backups of the place. */
  isIncremental?: boolean
  /** Receives progress sentences. */
  onProgress: (sentence: string) => void
}

/** A complete backup. */
export type BackupMade = {
  file: BackupFile
  bytes: number
  manifest: Manifest
  /** Where an incremental backup shares record files. */
  sharedFiles: SharedFiles | null
  /** The storage keys of the files that it added there. */
  added: ReadonlySet<string>
}

/** How long to wait for another backup or for a job that deletes files. */
const PATIENCE = '60s'

/**
 * Writes a consistent snapshot of database, files and keys into an encrypted file in `place` while the clinic runs. One
 * transaction reads all tables. Files never change under their names, and a lock prevents deletion. Throws
 * `BackupProblem`; a failed backup leaves no file.
 */
export async function makeBackup(source: Source, place: BackupPlace, options: Options): Promise<BackupMade> {
  const file = await place.newFile(options.now())
  const client = await connect(source.ownerUrl)
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    if ((await migrationsOf(client)).length === 0)
      throw new BackupProblem('There is no Caseload in this database')
    await lock(client)
    await record(client)
    const sharedFiles = options.isIncremental ? await findSharedFiles(place, file, options.secret) : null
    const fill = (add: AddFile) => addParts(client, source, { add, sharedFiles }, options)
    const { made, bytes } = await writeBackupFile(file, options.secret, fill, options.signal)
    await client.end()
    return { ...made, file, bytes, sharedFiles }
  } catch (error) {
    // Destroys the connection, because a polite end would wait for the current table.
    client.connection.stream.destroy()
    throw error
  }
}

async function connect(ownerUrl: string): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'caseload backup' })
  client.on('error', () => {}) // the query in flight fails with the same error
  await client.connect()
  return client
}

async function lock(client: Client): Promise<void> {
  await client.query(`SET lock_timeout = '${PATIENCE}'`)
  await client.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK]).catch((cause: { code?: string }) => {
    if (cause.code !== '55P03') throw cause
    throw new BackupProblem('Another backup of this clinic is being made: wait until it is done', { cause })
  })
  await client.query('SET lock_timeout = 0')
}

/**
 * Writes the audit row before any data leaves, so that the backup contains it. It uses plain SQL, because
 * before an upgrade the database schema is older than this Caseload.
 */
const record = (client: Client) =>
  client.query(
    `INSERT INTO audit_logs (id, action, resource_type, request_id, user_agent, created_at)
     VALUES ($1, 'exported', 'backup', 'backup', 'npm run backup', clock_timestamp())`,
    [randomUUID()],
  )

/** The number of record files, shared ones included. */
export const filesIn = ({ files, shared }: Pick<Manifest, 'files' | 'shared'>): number =>
  files.count + (shared?.count ?? 0)

/** The number of rows in all tables. */
export const rowsIn = (tables: Manifest['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0)

async function addParts(
  client: Client,
  { shelf, secrets: secretsNow, version }: Source,
  { add, sharedFiles }: { add: AddFile; sharedFiles: SharedFiles | null },
  { now, onProgress, signal }: Options,
): Promise<Pick<BackupMade, 'manifest' | 'added'>> {
  const addJson = (name: string, value: unknown) => {
    const content = Buffer.from(JSON.stringify(value))
    return add(name, content.length, content)
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await tablesOf(client) // the first query fixes the snapshot
  const secrets = secretsNow()
  const id = randomUUID()
  const migrations = await migrationsOf(client)
  const format = sharedFiles ? 3 : 2
  const about: Values['about'] = { id, at: now().toISOString(), format, version, migrations, tables }
  await addJson('about.json', about)
  await addJson('secrets.json', secrets)
  const masterKeys = secrets.recordsKeys.map((key) => Buffer.from(key, 'base64'))
  const fileSource = { client, shelf, keys: masterKeys.length > 0 ? makeRecordKeys(masterKeys) : null }
  const onFile = everyFewSeconds(onProgress)
  let shared: Shared | null = null
  if (sharedFiles) {
    await addJson('shared.json', { identity: sharedFiles.identity })
    shared = await shareFiles(fileSource, sharedFiles, add, (...added) => {
      signal.throwIfAborted()
      onFile(...added)
    })
  }
  await addJson('sequences.json', await sequencesOf(client))
  await addJson('jobs.json', await waitingJobsOf(client))
  const dumped: Manifest['tables'] = []
  for (const table of tables) {
    const one = await dumpTable(client, table, add)
    dumped.push(one)
    if (one.rows > 0) onProgress(`${one.name}: ${amountOf(one.rows, 'row')}`)
  }
  const files = await dumpFiles(fileSource, (key) => shared?.keys.has(key) ?? false, add, onFile)
  const manifest: Manifest = { id, tables: dumped, ...files, ...(shared && { shared: shared.totals }) }
  await addJson(END, manifest)
  return { manifest, added: shared?.added ?? new Set() }
}
