import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { start, usedDataFolder, words, write } from '#tests/support/embedded.ts'
import { freePort } from '#tests/support/serverProcess.ts'
import { claimDataFolder } from '../dataFolder.ts'
import { folderIdentity, type ProcessFacts, processFacts, processStamp, psFacts } from '../processStamp.ts'
import { identify } from './orphan.ts'
import { readPostmaster } from './postmaster.ts'
import { findPostgres } from './program.ts'
import { runningPostgres } from './running.ts'

/** A data folder whose server was stopped. */
async function stopped(): Promise<{ dataDir: string; folder: string }> {
  const dataDir = usedDataFolder()
  const { ownerUrl, stop } = await start(dataDir)
  await write(ownerUrl, 'kept')
  await stop()
  return { dataDir, folder: join(dataDir, 'postgres') }
}

/** Another program's server, which asks for a plaintext password and records what it receives. */
async function foreignServer() {
  let received = Buffer.alloc(0)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])) // AuthenticationCleartextPassword
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, received: () => received.toString('latin1') }
}

/** A program that runs as PostgreSQL's user, with a command line of its choice. */
function bystander(folder: string, words: string[] = []) {
  const { uid, gid } = statSync(folder)
  const child = spawn('sh', ['-c', 'sleep 60', ...words], { uid, gid, cwd: '/' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The record of a server that started an hour ago. */
const record = (pid: number | undefined, folder: string, port: number) =>
  `${pid}\n${folder}\n${Math.floor(Date.now() / 1000) - 3600}\n${port}\n\n127.0.0.1\n0 0\nready\n`

test.each([
  ['', []],
  [', even one that looks like it', ['postgres']],
] as const)(
  'a stale postmaster.pid with the process ID of another program%s contacts and stops nothing',
  async (_, [name]) => {
    const { dataDir, folder } = await stopped()
    const foreign = await foreignServer()
    const other = bystander(folder, name ? [name, '-D', folder, '-c', 'port=1'] : [])
    await once(other, 'spawn')
    writeFileSync(join(folder, 'postmaster.pid'), record(other.pid, folder, foreign.port))

    const release = claimDataFolder(dataDir)
    expect(runningPostgres(dataDir), 'for programs beside a running Caseload').toBeNull()
    release()
    const started = start(dataDir).then(({ ownerUrl }) => words(ownerUrl))
    // In a container without CAP_SYS_PTRACE, root cannot see the folder of a program that looks like PostgreSQL.
    if (name && processFacts(other.pid ?? 0).folder === undefined)
      await expect(started).rejects.toThrow(`Process ${other.pid} may be a PostgreSQL`)
    else expect(await started).toEqual(['kept'])
    expect(foreign.received()).toBe('')
    expect(other.exitCode ?? other.signalCode).toBeNull()
  },
)

test('a server that the previous version left running on a port is stopped, and its data is kept', async () => {
  const { dataDir, folder } = await stopped()
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const { uid, gid } = statSync(folder)
  const old = spawn(findPostgres().postgres, ['-D', folder, ...settings.flatMap((one) => ['-c', one])], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    uid,
    gid,
    env: { LC_ALL: 'C' },
  })
  onTestFinished(() => void old.kill('SIGKILL'))
  await expect.poll(() => readPostmaster(folder)?.isReady).toBe(true)
  expect(readPostmaster(folder)).toMatchObject({ pid: old.pid, address: { port } })
  const { owner } = JSON.parse(readFileSync(join(dataDir, 'postgres-passwords.json'), 'utf8')) as {
    owner: string
  }
  await write(`postgresql://caseload_owner:${owner}@127.0.0.1:${port}/caseload`, 'by the old one')

  const { ownerUrl } = await start(dataDir)
  expect(old.pid && processStamp(old.pid)).toBeUndefined()
  expect(await words(ownerUrl)).toEqual(['kept', 'by the old one'])
})

test('a process is identified as the cluster’s server only if all its facts match', async () => {
  const { dataDir, folder } = await stopped()
  const startedAt = 1_700_000_000
  const server: ProcessFacts = {
    commandLine: `/opt/caseload/native/bin/postgres -D ${folder} -c port=5432 `,
    owner: statSync(folder).uid,
    startedAt,
    folder: folderIdentity(folder),
  }
  const judge = (change: Partial<ProcessFacts>) => identify(folder, { startedAt }, { ...server, ...change })
  expect(judge({})).toBe('ours')
  expect(judge({ startedAt: startedAt + 3600 }), 'the clock was set').toBe('ours')
  expect(judge({ folder: undefined }), 'in a container').toBe('ours')
  expect(judge({ folder: undefined, startedAt: startedAt + 60 })).toBe('unknown')
  expect(judge({ folder: folderIdentity(dataDir) })).toBe('other')
  expect(judge({ owner: statSync(folder).uid + 1 })).toBe('other')
  expect(judge({ commandLine: '/usr/bin/editor notes.txt' })).toBe('other')
  expect(judge({ commandLine: `postgres -D ${folder}-of-another -c port=5432 ` })).toBe('other')
  expect(judge({ commandLine: undefined })).toBe('unknown')
})

test.runIf(['linux', 'darwin'].includes(process.platform))(
  'the facts about a process are read from the operating system',
  async () => {
    const began = Date.now() / 1000
    const child = spawn('sleep', ['60'], { cwd: '/' })
    onTestFinished(() => void child.kill())
    await once(child, 'spawn')
    await expect.poll(() => processFacts(child.pid ?? 0).commandLine).toContain('sleep 60')
    const facts = [processFacts(child.pid ?? 0), ...(existsSync('/bin/ps') ? [psFacts(child.pid ?? 0)] : [])]
    for (const { commandLine, owner, startedAt, folder } of facts) {
      expect(commandLine).toContain('sleep 60')
      expect(owner).toBe(process.getuid?.())
      expect(Math.abs((startedAt ?? 0) - began)).toBeLessThan(3)
      if (folder !== undefined) expect(folder).toBe(folderIdentity('/'))
    }
    expect(processFacts(2 ** 22 + 1).owner).toBeUndefined()
  },
)
