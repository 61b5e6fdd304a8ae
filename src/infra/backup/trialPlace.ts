import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import type { Environment } from '../environment.ts'
import { freeBytes } from '../installationFacts.ts'
import { BackupProblem } from './backupProblem.ts'
import type { CheckedBackup } from './checkBackup.ts'

/** The advisory lock of a trial restore, so that none removes the place of another. */
const TRIAL_LOCK = 72707371

/** A database and a folder for a trial restore. */
export type TrialPlace = {
  /** The settings of the clinic, but with this place. */
  environment: Environment
  databases: { ownerUrl: string; appUrl: string }
  remove: () => Promise<void>
}

/**
 * Creates an empty database on the clinic's server, and an empty folder in DATA_DIR. Removes what an interrupted trial left
 * there. Throws `BackupProblem` if another trial is running, if the owner may not create databases, or if there is too little
 * space for the files.
 */
export async function openTrialPlace(
  environment: Environment,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  { manifest }: CheckedBackup,
): Promise<TrialPlace> {
  await requireSpace(environment.dataDir, manifest.files.bytes + (manifest.shared?.bytes ?? 0))
  const client = new Client({ connectionString: ownerUrl, application_name: 'caseload trial restore' })
  client.on('error', () => {}) // the query in flight fails with the same error
  await client.connect()
  try {
    const name = await lock(client)
    const dataDir = join(environment.dataDir, 'trial-restore')
    const clear = async () => {
      await removeDatabase(client, name)
      await rm(dataDir, { recursive: true, force: true })
    }
    await clear()
    await createDatabase(client, name)
    await mkdir(dataDir, { mode: 0o700 })
    return {
      environment: { ...environment, dataDir, recordsBucket: undefined, databaseRole: name },
      databases: { ownerUrl: inDatabase(ownerUrl, name), appUrl: inDatabase(appUrl, name) },
      remove: () => clear().finally(() => client.end()),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function requireSpace(dataDir: string, needed: number): Promise<void> {
  const free = await freeBytes(dataDir)
  if (free !== null && free < needed)
    throw new BackupProblem(
      `A trial restore needs ${gigabytes(needed)} GB for record files in ${dataDir}, and only ${gigabytes(free)} GB are free`,
    )
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)

/** Locks out other trials of this clinic. Returns the name for its database and its application's role. */
async function lock(client: Client): Promise<string> {
  const { rows } = await client.query<{ isFree: boolean; name: string }>(
    `SELECT pg_try_advisory_lock($1) AS "isFree", 'caseload_trial_' || md5(current_database()) AS name`,
    [TRIAL_LOCK],
  )
  const [found] = rows
  if (!found?.isFree) throw new BackupProblem('Another trial restore is running: wait until it is done')
  return found.name
}

async function createDatabase(client: Client, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`).catch((cause: { code?: string }) => {
    if (cause.code !== '42501') throw cause
    throw new BackupProblem(
      "The owner's login may not create a database for the trial restore. Have an administrator of the server allow it " +
        '(alter role … createdb), or set TRIAL_RESTORE_SCHEDULE=off',
      { cause },
    )
  })
}

async function removeDatabase(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
  await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(name)}`)
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
