import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { copyDataFolder } from './dataFolders.ts'

/** The path for a new DATA_DIR, which is removed after the test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-postgres-'))
  chmodSync(folder, 0o711) // when started by root, PostgreSQL runs as a user who must be able to enter
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

/**
 * The path of a DATA_DIR whose server was started once before, which is removed after the test. Copying it takes a
 * tenth of the time of creating a database. `name` replaces the last part of the path.
 */
export function usedDataFolder(name = 'data'): string {
  const dataDir = join(dataFolder(), '..', name)
  copyDataFolder(inject('usedDataFolder'), dataDir)
  return dataDir
}

/** Starts the embedded server and stops it after the test. */
export async function start(dataDir: string, onExit = (_reason: string) => {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, onExit, fsync: false })
  onTestFinished(() => postgres.stop())
  return postgres
}

/** Starts it in a separate process, which a test can kill. Stops on SIGTERM, like the product. */
export async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; ownerUrl: string }> {
  const code = `
    import { startEmbeddedPostgres } from '${new URL('../../infra/embeddedPostgres.ts', import.meta.url)}'
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, fsync: false })
    console.log(postgres.ownerUrl)
    process.on('SIGTERM', () => postgres.stop().then(() => process.exit()))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ownerUrl: line.toString().trim() }
}

/** Writes a word to the database. */
export async function write(url: string, word: string): Promise<void> {
  await ask(url, 'create table if not exists words (id int generated always as identity, word text)')
  await ask(url, 'insert into words (word) values ($1)', [word])
}

/** The words in the database, oldest first. */
export async function words(url: string): Promise<unknown[]> {
  return (await ask(url, 'select word from words order by id')).map(({ word }) => word)
}

/** Runs a query on a separate connection. */
export async function ask(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
    await sleep(0)
  }
}
