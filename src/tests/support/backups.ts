import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { BackupSecret } from '#infra/backup/backupSettings.ts'
import { checkBackup } from '#infra/backup/checkBackup.ts'
import { diskFile, diskPlace } from '#infra/backup/diskBackups.ts'
import { secretsOf } from '#infra/backup/keptSecrets.ts'
import { makeBackup } from '#infra/backup/makeBackup.ts'
import { type Place, type Restored, restoreBackup } from '#infra/backup/restoreBackup.ts'
import type { BucketSettings } from '#infra/records/bucketSettings.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { SESSION_SECRET } from './clinic.ts'
import { makeDatabase } from './database.ts'
import { quickSeal } from './seal.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** The secret for test backups. */
export const backupSecret = { keys: [randomBytes(32)] }

let counter = 0

/** A place for a new or restored clinic: an empty database, and an empty folder or bucket. */
export async function emptyPlace(recordsBucket?: BucketSettings): Promise<Place> {
  counter += 1
  const blank = new URL(inject('templateUrl'))
  blank.pathname = '/template1'
  const database = await makeDatabase(blank.href, `place_${process.pid}_${Date.now()}_${counter}`)
  onTestFinished(database.drop)
  return placeOn(database.ownerUrl, join(temporaryFolder(), 'data'), recordsBucket)
}

/** The place of an existing clinic. */
export async function placeOn(
  ownerUrl: string,
  dataDir: string,
  recordsBucket?: BucketSettings,
): Promise<Place> {
  const settings = {
    mode: 'production' as const,
    dataDir,
    recordsKeys: undefined,
    seal: await quickSeal(),
    sessionSecrets: [SESSION_SECRET] as const,
  }
  return { settings, ownerUrl, appUrl: ownerUrl, shelf: openBlobStore({ recordsBucket, dataDir }) }
}

type BackupOptions = {
  file?: string
  secret?: BackupSecret
  signal?: AbortSignal
  onProgress?: (sentence: string) => void
  isIncremental?: boolean
  now?: () => Date
}
const never = new AbortController().signal
const quiet = () => {}

/** Backs up a running clinic. */
export async function backUp(
  place: Place,
  { file, secret = backupSecret, signal = never, ...options }: BackupOptions = {},
) {
  const source = { ...place, secrets: () => secretsOf(place.settings), version: 'test' }
  const given = { secret, signal, now: () => new Date(), onProgress: quiet, ...options }
  const made = await makeBackup(source, diskPlace(file ?? temporaryFolder()), given)
  return { ...made, ...made.manifest, path: made.file.path }
}

/** Checks and restores a backup; the place is not released yet. */
export async function putBack(
  place: Place,
  file: string,
  { secret = backupSecret, signal = never, onProgress = quiet }: BackupOptions = {},
): Promise<Restored> {
  const backup = await checkBackup(diskFile(file), secret, new Set(), quiet)
  const restored = await restoreBackup(place, backup, { signal, onProgress })
  onTestFinished(restored.close)
  return restored
}

/** Queries a database as its owner. */
export async function askOwner<Row>({ ownerUrl }: { ownerUrl: string }, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows as Row[]
}

/** A digest of the content of every table. */
export async function contentsOf(place: { ownerUrl: string }): Promise<Record<string, string>> {
  const tables = await askOwner<{ name: string }>(
    place,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  )
  const union = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS held FROM "${name}" t`,
    )
    .join(' UNION ALL ')
  const rows = await askOwner<{ name: string; held: string }>(place, union)
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
}
