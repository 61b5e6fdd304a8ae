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
import { ask, dataFolder, start, startElsewhere, words, write } from '#tests/support/embedded.ts'
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

test.skipIf(process.platform === 'win32')(
  'the database listens on a socket that only its owner reaches, whatever the folder is called, and on no port',
  async () => {
    const { ownerUrl } = await start(join(dataFolder(), 'of "A", B & C%41'))
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
  'where the path of the data folder is too long for a socket, the temporary folder has it, as long as it is used',
  async () => {
    const dataDir = join(dataFolder(), 'x'.repeat(100))
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

// Only root can give a folder to another user; for any other user the rights of the folder refuse it.
test.runIf(process.getuid?.() === 0)(
  'a data folder of another user is refused and left as it is',
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
] as const)('a %s link in the place of postmaster.pid is not followed', async (_, link) => {
  const dataDir = dataFolder()
  await (await start(dataDir)).stop()
  const target = join(dataDir, 'of-root')
  const path = join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(target, '1234 is not for PostgreSQL')
  link(target, path)
  await expect(start(dataDir)).rejects.toThrow(`${path} is a link or no ordinary file`)
  expect(readFileSync(target, 'utf8')).toBe('1234 is not for PostgreSQL')
  rmSync(path)
  await start(dataDir)
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
