import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverFlags, serverFolders } from '../src/tests/support/startCommand.ts'
import { cpuSeconds } from './cpu.ts'
import type { BenchDatabase, Stage } from './stage.ts'

/** A server process under measurement. */
export type Server = {
  url: string
  /** Milliseconds from the start of the process to its first good answer. */
  bootMs: number
  /** Sends SIGTERM, and resolves to the exit code. */
  stop: () => Promise<number | null>
  /** Resident memory in megabytes, or `null` where `ps` is missing. */
  residentMegabytes: () => number | null
  /** The CPU seconds of the process so far, or `null` where the platform does not tell. */
  cpuSeconds: () => number | null
}

type Program = {
  script: string
  flags?: readonly string[]
  goodPath: string
  environment: Record<string, string>
  port: number
}

/** Processes that received SIGTERM from the benchmark. */
const isEnding = new WeakSet<ChildProcess>()

const root = fileURLToPath(new URL('..', import.meta.url))

/** The environment variables of every program that uses this database. */
export const environmentOf = (stage: Stage, database: BenchDatabase) => ({
  NODE_ENV: 'production',
  DATA_DIR: join(stage.folder, 'product'),
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  SESSION_SECRET: 'a-session-secret-for-the-bench-only-0123456789',
  CLINIC_NAME: 'Clinic of the bench',
})

/** Starts the product on this database, as `npm start` does in production. */
export async function startProduct(
  stage: Stage,
  database: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const environment = {
    ...serverFolders,
    ...environmentOf(stage, database),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'false',
    REQUESTS_PER_MINUTE: '10000000',
    LOG_LEVEL: 'error',
    ...settings,
  }
  return start(stage, { script: 'src/app/server.ts', flags: serverFlags, goodPath: '/', environment, port })
}

/** Starts the product's schema without its protections, on this database. */
export async function startUnhardened(stage: Stage, database: BenchDatabase): Promise<Server> {
  const environment = environmentOf(stage, database)
  return start(stage, {
    script: 'bench/unhardened.ts',
    goodPath: '/healthz',
    environment,
    port: await freePort(),
  })
}

/** Starts the reference server R on this database. */
export const startReference = (stage: Stage, database: BenchDatabase): Promise<Server> =>
  startBare(stage, database, 'bench/reference.ts')

/** Starts the reference server R*, with the product's own prepared statements. */
export const startPreparedReference = (stage: Stage, database: BenchDatabase): Promise<Server> =>
  startBare(stage, database, 'bench/preparedReference.ts')

async function startBare(stage: Stage, database: BenchDatabase, script: string): Promise<Server> {
  const environment = { NODE_ENV: 'production', DATABASE_URL: database.appUrl }
  return start(stage, { script, goodPath: '/healthz', environment, port: await freePort() })
}

/** Starts PostGraphile, installed in `folder`, on this database. It reads the schema as the owner. */
export async function startPostGraphile(
  stage: Stage,
  database: BenchDatabase,
  folder: string,
): Promise<Server> {
  const environment = { NODE_ENV: 'production', DATABASE_URL: database.ownerUrl, PEER_FOLDER: folder }
  const port = await freePort()
  return start(stage, { script: 'bench/postgraphile.mjs', goodPath: '/healthz', environment, port })
}

async function start(stage: Stage, program: Program): Promise<Server> {
  const { script, flags = [], goodPath, environment, port } = program
  const began = performance.now()
  const child = spawn(process.execPath, [...flags, script], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child.once('exit', (code, signal) => {
    if (!isEnding.has(child) && !stage.closing.aborted)
      console.error(`${script} exited unexpectedly (${signal ?? `code ${code}`})`)
  })
  const stop = () => end(child)
  stage.defer(stop)
  const url = `http://127.0.0.1:${port}`
  await firstGoodAnswer(child, url + goodPath, script)
  return {
    url,
    bootMs: performance.now() - began,
    stop,
    residentMegabytes: () => residentMegabytes(child.pid),
    cpuSeconds: () => cpuSeconds(child.pid),
  }
}

async function firstGoodAnswer(child: ChildProcess, url: string, script: string): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`${script} did not start`)
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    if (status === 200) return
    await sleep(5)
  }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  isEnding.add(child)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await exited
  clearTimeout(force)
  return child.exitCode
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

function residentMegabytes(pid: number | undefined): number | null {
  try {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
