import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import type { Shelf } from '../records/shelf.ts'
import { backupPath, writeBackupFile } from './backupFile.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { dumpFiles } from './dumpFiles.ts'
import { type DumpedTable, dumpTable } from './dumpTable.ts'
import type { ClinicSecrets } from './keptSecrets.ts'
import type { About, Manifest } from './manifest.ts'
import { valuePart } from './parts.ts'
import { everyFewSeconds } from './progress.ts'
import { migrationsOf, sequencesOf, tablesOf } from './tables.ts'
import { waitingJobsOf } from './waitingJobs.ts'

/** A clinic that may be at work meanwhile. */
export type Source = {
  ownerUrl: string
  shelf: Shelf
  /** Asked for after the moment that the backup shows, when every key that it can need is known. */
  secrets: () => ClinicSecrets
  version: string
}

type Options = {
  secret: BackupSecret
  signal: AbortSignal
  now: () => Date
  /** Sentences about how far it is. */
  onProgress: (sentence: string) => void
}

/** A backup that is whole. */
export type BackupMade = Pick<Manifest, 'id' | 'tables' | 'files' | 'unreadable'> & {
  path: string
  bytes: number
}

/** How long another backup, or a job that takes files away, is waited for. */
const PATIENCE = '60s'

/**
 * Writes database, files and keys as they were at one moment into a file, closed, while the clinic goes on. The tables are
 * read in one transaction that sees that moment alone. Files never change under their names, and none is taken away
 * while the lock is held. Throws BackupProblem, and leaves no file where it does not come to its end.
 */
export async function makeBackup(source: Source, place: string, options: Options): Promise<BackupMade> {
  const path = backupPath(place, options.now())
  const client = await connect(source.ownerUrl)
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    if ((await migrationsOf(client)).length === 0)
      throw new BackupProblem('There is no Caseload in this database')
    await lock(client)
    await record(client)
    let made = null as Manifest | null
    const content = async function* (id: string) {
      made = yield* contentOf(client, source, id, options)
    }
    const { id, bytes } = await writeBackupFile(path, options.secret, content, options.signal)
    await client.end()
    return { ...(made as Manifest), id, path, bytes }
  } catch (error) {
    // Cut, not asked: a table that is still being sent would be sent to its end.
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
 * The row of the trail stands before anything leaves, so that the backup holds it too. It is written without the product's
 * own client, because a backup before an upgrade meets a database that is older than this Caseload.
 */
const record = (client: Client) =>
  client.query(
    `INSERT INTO audit_logs (id, action, resource_type, request_id, user_agent, created_at)
     VALUES ($1, 'exported', 'backup', 'backup', 'npm run backup', clock_timestamp())`,
    [randomUUID()],
  )

async function* contentOf(
  client: Client,
  { shelf, secrets: secretsNow, version }: Source,
  id: string,
  { now, onProgress }: Options,
): AsyncGenerator<Buffer, Manifest> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await tablesOf(client) // the first look fixes the moment
  const secrets = secretsNow()
  const at = now().toISOString()
  const about: About = { id, at, version, migrations: await migrationsOf(client), tables }
  yield* valuePart('about', about)
  yield* valuePart('secrets', secrets)
  yield* valuePart('sequences', await sequencesOf(client))
  yield* valuePart('jobs', await waitingJobsOf(client))
  const dumped: DumpedTable[] = []
  for (const table of tables) {
    const one = yield* dumpTable(client, table)
    dumped.push(one)
    if (one.rows > 0) onProgress(`${one.name}: ${one.rows} rows`)
  }
  const masterKeys = secrets.recordsKeys.map((key) => Buffer.from(key, 'base64'))
  const files = yield* dumpFiles({ client, shelf, masterKeys }, everyFewSeconds(onProgress))
  const manifest: Manifest = { id, tables: dumped, ...files }
  yield* valuePart('end', manifest)
  return manifest
}
