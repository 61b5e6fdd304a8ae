import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'
import { readPostmaster } from './postgres/postmaster.ts'
import { processStamp } from './processStamp.ts'

test('the first start makes a database, the second finds it again', async () => {
  const dataDir = dataFolder()
  const first = await start(dataDir)
  await write(first.ownerUrl, 'kept')
  await first.stop()
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined()

  const second = await start(dataDir)
  expect(await words(second.ownerUrl)).toEqual(['kept'])
})

test('the application signs in as a plain role, and nobody without a password', async () => {
  const { ownerUrl, appUrl } = await start(dataFolder())
  expect(
    await ask(appUrl, 'select rolname, rolsuper, rolcreaterole from pg_roles where rolname = current_user'),
  ).toEqual([{ rolname: 'caseload', rolsuper: false, rolcreaterole: false }])
  const stranger = ownerUrl.replace(/:[^:@]+@/, ':wrong@')
  await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed')
})

test('what lies in the data folder can be read by its owner alone', async () => {
  const dataDir = dataFolder()
  await start(dataDir)
  for (const name of readdirSync(dataDir)) {
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
  }
  expect(statSync(dataDir).mode & 0o066).toBe(0)
})

test('a killed database comes back on the same address with all that was committed', async () => {
  const dataDir = dataFolder()
  const deaths: string[] = []
  const { ownerUrl } = await start(dataDir, (reason) => deaths.push(reason))
  for (const word of ['one', 'two']) {
    await write(ownerUrl, word)
    process.kill(readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => words(ownerUrl).catch(() => []), { timeout: 8000, interval: 50 }).toContain(word)
  }
  expect(await words(ownerUrl)).toEqual(['one', 'two'])
  expect(deaths[0]).toContain('SIGKILL')
})

test('after Caseload itself is killed, the next start ends the server left running and loses nothing', async () => {
  const dataDir = dataFolder()
  const killed = await startElsewhere(dataDir)
  await write(killed.ownerUrl, 'answered')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  const orphan = readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0
  expect(processStamp(orphan)).toBeDefined()

  const { ownerUrl } = await start(dataDir)
  expect(processStamp(orphan)).toBeUndefined()
  expect(await words(ownerUrl)).toEqual(['answered'])
})

test('after both are killed at once the next start recovers', async () => {
  const dataDir = dataFolder()
  const killed = await startElsewhere(dataDir)
  await write(killed.ownerUrl, 'answered')
  killed.child.kill('SIGKILL')
  process.kill(readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  await once(killed.child, 'exit')

  expect(await words((await start(dataDir)).ownerUrl)).toEqual(['answered'])
})

test('a left-over postmaster.pid whose number another program now has does not stop the start', async () => {
  const dataDir = dataFolder()
  await (await start(dataDir)).stop()
  const bystander = spawn('sleep', ['60'], statSync(join(dataDir, 'postgres')))
  onTestFinished(() => void bystander.kill())
  writeFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    `${bystander.pid}\n${dataDir}/postgres\n1700000000\n1\n\n127.0.0.1\n0 0\nready\n`,
  )

  expect(await ask((await start(dataDir)).ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a second Caseload on the same data is refused by name and leaves the first alone', async () => {
  const dataDir = dataFolder()
  const first = await startElsewhere(dataDir)
  await expect(start(dataDir)).rejects.toThrow(`already running on ${dataDir} (process ${first.child.pid})`)
  expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  expect(existsSync(join(dataDir, 'caseload.pid'))).toBe(false)
})

test('a record of ownership with a pid from before is replaced', async () => {
  const dataDir = dataFolder()
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, '.caseload'), '')
  writeFileSync(join(dataDir, 'caseload.pid'), `${process.pid} another-boot/1\n`)
  await start(dataDir)
  expect(readFileSync(join(dataDir, 'caseload.pid'), 'utf8')).not.toContain('another-boot')
})

test('half a database, from a crash while it was made, is made anew', async () => {
  const dataDir = dataFolder()
  mkdirSync(join(dataDir, 'postgres.new-crash/base'), { recursive: true })
  writeFileSync(join(dataDir, '.caseload'), '')
  await start(dataDir)
  expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([])
})

test("a folder with other people's files is left as it is", async () => {
  const dataDir = dataFolder()
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'thesis.txt'), '')
  const before = statSync(dataDir).mode
  await expect(start(dataDir)).rejects.toThrow('already holds other things (thesis.txt)')
  expect(statSync(dataDir).mode).toBe(before)
})

test.runIf(process.getuid?.() === 0)('as root, a parent folder that is closed is named', async () => {
  const dataDir = join(dataFolder(), 'closed', 'data')
  mkdirSync(join(dataDir, '..'), { recursive: true })
  chmodSync(join(dataDir, '..'), 0o700)
  await expect(start(dataDir)).rejects.toThrow(
    `may not pass through ${join(dataDir, '..')}. Choose another DATA_DIR`,
  )
})

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-postgres-'))
  chmodSync(folder, 0o711) // as root, PostgreSQL runs as another user and must get through
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

async function start(dataDir: string, onExit = (_reason: string) => {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, onExit, fsync: false })
  onTestFinished(() => postgres.stop())
  return postgres
}

/** In a process of its own, which can be killed; stops on SIGTERM as the product does. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; ownerUrl: string }> {
  const code = `
    import { startEmbeddedPostgres } from '${new URL('./embeddedPostgres.ts', import.meta.url)}'
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

async function write(url: string, word: string): Promise<void> {
  await ask(url, 'create table if not exists words (id int generated always as identity, word text)')
  await ask(url, 'insert into words (word) values ($1)', [word])
}

async function words(url: string): Promise<unknown[]> {
  return (await ask(url, 'select word from words order by id')).map(({ word }) => word)
}

async function ask(
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
