import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { migrate } from '#infra/migrate.ts'
import { type FilledTrail, fillAuditTrail } from './auditTrail.ts'
import { postgresCpuSeconds } from './cpu.ts'
import { type Filled, fillDatabase } from './data.ts'

/** A migrated and filled database. */
export type BenchDatabase = Filled & {
  name: string
  appUrl: string
  /** Connects as a superuser. */
  ownerUrl: string
  trail: FilledTrail
}

/** The benchmark's own PostgreSQL in a temporary folder, and the servers that were started with it. */
export type Stage = {
  folder: string
  /** PostgreSQL's log file. */
  logFile: string
  postgresVersion: string
  /** The CPU seconds of PostgreSQL so far, or `null` where the platform does not tell. */
  postgresCpuSeconds: () => number | null
  makeDatabase: (name: string, rows: number, auditRows: number) => Promise<BenchDatabase>
  /** Registers a cleanup step. The steps run in reverse order. */
  defer: (undo: () => Promise<unknown>) => void
  /** Aborted when the cleanup begins. Failures after that are expected. */
  closing: AbortSignal
  close: () => Promise<void>
}

/** Starts PostgreSQL with the product's own settings, including full durability. */
export async function openStage(say: (sentence: string) => void): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  const close = () => {
    closing.abort()
    closed ??= undoAll(undo)
    return closed
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.error('\nCleaning up…')
      void close().finally(() => process.exit(130))
    })
  }
  const folder = mkdtempSync(join(tmpdir(), 'caseload-bench-'))
  // When the benchmark runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  undo.push(async () => rmSync(folder, { recursive: true, force: true }))
  try {
    const dataDir = join(folder, 'data')
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    undo.push(postgres.stop)
    const [postmaster = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    return {
      folder,
      postgresCpuSeconds: () => postgresCpuSeconds(Number(postmaster)),
      logFile: join(dataDir, 'postgres.log'),
      postgresVersion: await versionOf(postgres.ownerUrl),
      makeDatabase: (name, rows, auditRows) => makeDatabase(postgres, name, { rows, auditRows }, say),
      defer: (release) => undo.push(release),
      closing: closing.signal,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (let release = undo.pop(); release; release = undo.pop()) await release().catch(console.error)
}

async function makeDatabase(
  urls: { ownerUrl: string; appUrl: string },
  name: string,
  { rows, auditRows }: { rows: number; auditRows: number },
  say: (sentence: string) => void,
): Promise<BenchDatabase> {
  const began = performance.now()
  await withClient(urls.ownerUrl, (owner) => owner.query(`create database ${name}`))
  const ownerUrl = at(urls.ownerUrl, name)
  const appUrl = at(urls.appUrl, name)
  await migrate({ ownerUrl, appUrl, log: () => {} })
  const filled = await withClient(ownerUrl, (owner) => fillDatabase(owner, rows))
  const trail = await withClient(ownerUrl, (owner) => fillAuditTrail(owner, auditRows))
  say(
    `Filled ${name} with ${rows} patients and ${auditRows} audit rows in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  return { name, ownerUrl, appUrl, trail, ...filled }
}

/** Connects, does the work and closes the connection. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString })
  // On Ctrl-C the server stops before the client. The query in progress reports the same error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const versionOf = (url: string) =>
  withClient(
    url,
    async (client) => (await client.query('show server_version')).rows[0].server_version as string,
  )

function at(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
