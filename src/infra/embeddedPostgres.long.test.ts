import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  ask,
  dataFolder,
  start,
  startElsewhere,
  usedDataFolder,
  words,
  write,
} from '#tests/support/embedded.ts'
import { readPostmaster } from './postgres/postmaster.ts'
import { processStamp } from './processStamp.ts'

test('the first start creates a database, and the second uses it', async () => {
  const dataDir = dataFolder()
  const first = await start(dataDir)
  await write(first.ownerUrl, 'kept')
  await first.stop()
  expect(readPostmaster(join(dataDir, 'postgres'))).toBeUndefined()

  const second = await start(dataDir)
  expect(await words(second.ownerUrl)).toEqual(['kept'])
})

test('the application logs in as a plain role, and no login works without a password', async () => {
  const { ownerUrl, appUrl } = await start(usedDataFolder())
  expect(
    await ask(appUrl, 'select rolname, rolsuper, rolcreaterole from pg_roles where rolname = current_user'),
  ).toEqual([{ rolname: 'caseload', rolsuper: false, rolcreaterole: false }])
  const stranger = ownerUrl.replace(/:[^:@]+@/, ':wrong@')
  await expect(ask(stranger, 'select 1')).rejects.toThrow('password authentication failed')
})

test.skipIf(process.platform === 'win32')(
  'the database listens only on a socket that only its owner can reach, for any name of the folder',
  async () => {
    const { ownerUrl } = await start(usedDataFolder('of "A", B & C%41'))
    expect(
      await ask(
        ownerUrl,
        `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as permissions,
                inet_server_addr() as address`,
      ),
    ).toEqual([{ addresses: '', permissions: '0700', address: null }])
    const folder = new URL(ownerUrl).searchParams.get('host') ?? ''
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  },
)

test.skipIf(process.platform === 'win32')(
  'the socket is in a temporary folder, removed after use, if the path of the data folder is too long',
  async () => {
    const dataDir = usedDataFolder('x'.repeat(100))
    const killed = await startElsewhere(dataDir)
    const socketFolder = ({ ownerUrl }: { ownerUrl: string }) =>
      new URL(ownerUrl).searchParams.get('host') ?? ''
    expect(dirname(socketFolder(killed))).toBe(tmpdir())
    expect(statSync(socketFolder(killed)).mode & 0o777).toBe(0o700)
    await write(killed.ownerUrl, 'kept')
    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')

    const next = await start(dataDir)
    expect(await words(next.ownerUrl)).toEqual(['kept'])
    expect(existsSync(socketFolder(killed))).toBe(false)
    await next.stop()
    expect(existsSync(socketFolder(next))).toBe(false)
  },
)

test('only the owner can read the files in the data folder', async () => {
  const dataDir = dataFolder()
  await start(dataDir)
  for (const name of readdirSync(dataDir)) {
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0)
  }
  expect(statSync(dataDir).mode & 0o066).toBe(0)
})

test('a killed database restarts at the same address with all committed data', async () => {
  const dataDir = usedDataFolder()
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

test('after Caseload is killed, the next start stops the running server and loses no data', async () => {
  const dataDir = usedDataFolder()
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

test('the next start recovers after both were killed at once', async () => {
  const dataDir = usedDataFolder()
  const killed = await startElsewhere(dataDir)
  await write(killed.ownerUrl, 'answered')
  killed.child.kill('SIGKILL')
  process.kill(readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  await once(killed.child, 'exit')

  expect(await words((await start(dataDir)).ownerUrl)).toEqual(['answered'])
})

test('a second Caseload on the same data folder does not start and does not affect the first', async () => {
  const dataDir = usedDataFolder()
  const first = await startElsewhere(dataDir)
  await expect(start(dataDir)).rejects.toThrow(`already running on ${dataDir} (process ${first.child.pid})`)
  expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  expect(existsSync(join(dataDir, 'caseload.pid'))).toBe(false)
})

test('a record with the process ID of an earlier boot is replaced', async () => {
  const dataDir = usedDataFolder()
  writeFileSync(join(dataDir, 'caseload.pid'), `${process.pid} another-boot/1\n`)
  await start(dataDir)
  expect(readFileSync(join(dataDir, 'caseload.pid'), 'utf8')).not.toContain('another-boot')
})

// Only root can give a folder to another user. Other users are stopped by the folder's permissions.
test.runIf(process.getuid?.() === 0)(
  'a data folder of another user is rejected and stays unchanged',
  async () => {
    const dataDir = dataFolder()
    mkdirSync(dataDir)
    chownSync(dataDir, 12_345, 12_345)
    await expect(start(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} belongs to the user with id 12345, and Caseload runs as the user with id 0.`,
    )
    expect(readdirSync(dataDir)).toEqual([])
  },
)

test.each([
  ['symbolic', symlinkSync],
  ['hard', linkSync],
] as const)('a %s link in place of postmaster.pid is not followed', async (_, link) => {
  const dataDir = usedDataFolder()
  const target = join(dataDir, 'of-root')
  const path = join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(target, '1234 is not for PostgreSQL')
  link(target, path)
  await expect(start(dataDir)).rejects.toThrow(`${path} is a link or no ordinary file`)
  expect(readFileSync(target, 'utf8')).toBe('1234 is not for PostgreSQL')
  rmSync(path)
  await start(dataDir)
})

test('a database that a crash left incomplete is created again', async () => {
  const dataDir = dataFolder()
  mkdirSync(join(dataDir, 'postgres.new-crash/base'), { recursive: true })
  writeFileSync(join(dataDir, '.caseload'), '')
  await start(dataDir)
  expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([])
})

test('a folder with unrelated files stays unchanged', async () => {
  const dataDir = dataFolder()
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'thesis.txt'), '')
  const before = statSync(dataDir).mode
  await expect(start(dataDir)).rejects.toThrow('already holds other things (thesis.txt)')
  expect(statSync(dataDir).mode).toBe(before)
})

test.runIf(process.getuid?.() === 0)('as root, the error names a parent folder without access', async () => {
  const dataDir = join(dataFolder(), 'closed', 'data')
  mkdirSync(join(dataDir, '..'), { recursive: true })
  chmodSync(join(dataDir, '..'), 0o700)
  await expect(start(dataDir)).rejects.toThrow(
    `may not pass through ${join(dataDir, '..')}. Choose another DATA_DIR`,
  )
})
