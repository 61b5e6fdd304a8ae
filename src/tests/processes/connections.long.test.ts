import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { type Caller, signIn } from '#tests/processes/caller.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { needPgbouncer, type Pooler, startPgbouncer } from '#tests/support/pgbouncer.ts'
import { type ServerProcess, startProgram, startServer } from '#tests/support/serverProcess.ts'

// How many connections processes hold, and what a connection pooler in front of the database changes.

const admin = { email: 'ada@clinic.example', password: randomBytes(12).toString('hex') }

let root: string
let postgres: EmbeddedPostgres
let watcher: Client
let pooler: Pooler
const running: ServerProcess[] = []
let patients = 0

beforeAll(async () => {
  needPgbouncer()
  root = mkdtempSync(join(tmpdir(), 'caseload-connections-'))
  chmodSync(root, 0o711) // as root, PostgreSQL runs as another user and needs access
  postgres = await startEmbeddedPostgres({ dataDir: join(root, 'data'), log: () => {}, fsync: false })
  watcher = new Client({ connectionString: postgres.ownerUrl, application_name: 'watcher' })
  await watcher.connect()
  pooler = await startPgbouncer(join(root, 'pgbouncer'), [postgres.ownerUrl, postgres.appUrl])
  const answers = `${[admin.email, 'Ada', 'Marsh', admin.password].join('\n')}\n`
  const created = startProgram('cli/createAdmin.ts', { NODE_ENV: 'production', ...direct() }, answers)
  expect(await created.over, created.said()).toBe(0)
}, 600_000)

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
}, 120_000)

afterAll(async () => {
  await pooler?.stop()
  await watcher?.end()
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
})

const direct = () => ({
  SESSION_SECRET,
  DATA_DIR: join(root, 'files'),
  REQUESTS_PER_MINUTE: '1000000',
  DATABASE_URL: postgres.appUrl,
  DATABASE_OWNER_URL: postgres.ownerUrl,
})

const transactionMode = () => ({
  ...direct(),
  DATABASE_URL: pooler.at(postgres.appUrl, 'transaction'),
  DATABASE_DIRECT_URL: postgres.appUrl,
})

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(settings)
  running.push(server)
  return server
}

/** The connections to the database, by application. */
async function connections(): Promise<Record<string, number>> {
  const { rows } = await watcher.query<{ name: string; n: number }>(
    `select application_name as name, count(*)::int as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** Reads and writes on several servers at once. Returns the statuses, and the most connections that were open. */
async function load(servers: readonly ServerProcess[], callers: number, rounds: number) {
  const [first] = servers
  const caller = await signIn(first?.url ?? '', admin)
  const statuses = new Map<number, number>()
  let most: Record<string, number> = {}
  let isOver = false
  const total = (found: Record<string, number>) => Object.values(found).reduce((sum, n) => sum + n, 0)
  const watching = (async () => {
    for (; !isOver; await sleep(50)) {
      const now = await connections()
      if (total(now) > total(most)) most = now
    }
  })()
  const count = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const work = async (at: Caller) => {
    for (let round = 0; round < rounds; round += 1) {
      count(await at('GET', '/api/patients'))
      count(await addPatient(at))
      count(await at('GET', '/api/dashboard/stats'))
    }
  }
  const working = servers.flatMap((server) =>
    Array.from({ length: callers }, () =>
      work(caller.at(server.url)).catch((cause: Error) => {
        throw new Error(
          `${cause.message} (${cause.cause}) ${server.child.exitCode} ${server.said().slice(-2000)}`,
        )
      }),
    ),
  )
  await Promise.all(working).finally(() => {
    isOver = true
  })
  await watching
  return { statuses: Object.fromEntries(statuses), most, total: total(most) }
}

function addPatient(at: Caller) {
  patients += 1
  const email = `patient${patients}@example.test`
  return at('POST', '/api/patients', { firstName: 'Pat', lastName: `Number ${patients}`, email })
}

test('one process holds at most DATABASE_CONNECTIONS connections under load', async () => {
  const { statuses, most, total } = await load([await start(direct())], 60, 5)
  console.log('one process:', total, JSON.stringify(most), JSON.stringify(statuses))
  expect(Object.keys(statuses).filter((status) => Number(status) >= 400)).toEqual([])
  expect(total).toBeLessThanOrEqual(9)
}, 300_000)

test('ten processes on a server with 100 connections answer every request', async () => {
  const servers: Awaited<ReturnType<typeof start>>[] = []
  for (let n = 0; n < 10; n += 1) servers.push(await start(direct()))
  const { statuses, most, total } = await load(servers, 6, 5)
  console.log('ten processes:', total, JSON.stringify(most), JSON.stringify(statuses))
  expect(Object.keys(statuses).filter((status) => Number(status) >= 400)).toEqual([])
}, 600_000)

test.for(['session', 'transaction'] as const)(
  'behind pgbouncer in %s mode everything works, and no statement runs as the owner',
  { timeout: 300_000 },
  async (mode) => {
    const inSession = {
      ...direct(),
      DATABASE_URL: pooler.at(postgres.appUrl, 'session'),
      DATABASE_OWNER_URL: pooler.at(postgres.ownerUrl, 'session'),
    }
    const server = await start(mode === 'session' ? inSession : transactionMode())
    const caller = await signIn(server.url, admin)
    const { text } = await caller.follow()
    const { statuses, most, total } = await load([server], 30, 5)
    console.log(`${mode} mode:`, total, JSON.stringify(most), JSON.stringify(statuses))
    expect(Object.keys(statuses).filter((status) => Number(status) >= 400)).toEqual([])
    await server.stop()
    expect(await text).toContain('"action":"created"')
    expect(server.said()).not.toMatch(/prepared statement|permission denied/)
  },
)

test.for(['application', 'owner'] as const)(
  "in transaction mode without DATABASE_DIRECT_URL a start with the %s's login stops",
  { timeout: 120_000 },
  async (who) => {
    const settings = {
      ...direct(),
      DATABASE_URL: pooler.at(postgres[who === 'owner' ? 'ownerUrl' : 'appUrl'], 'transaction'),
    }
    await watcher.query(`alter role caseload in database caseload reset all`)
    await expect(start(settings)).rejects.toThrow(
      'DATABASE_URL leads to a connection pooler in transaction mode',
    )
  },
)
