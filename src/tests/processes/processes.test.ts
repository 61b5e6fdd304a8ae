import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { type DataFolder, makeDataFolder } from '#tests/processes/dataFolder.ts'
import { halfWritten, streamOfPatients } from '#tests/processes/patients.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import {
  freePort,
  npmStart,
  type ServerProcess,
  startProgram,
  startServer,
} from '#tests/support/serverProcess.ts'

// Kills and stops the real processes: the server as `npm start` runs it, with embedded PostgreSQL.

const admin = { email: 'ada@clinic.example', password: randomBytes(12).toString('hex') }
const answers = (...lines: string[]) => `${lines.join('\n')}\n`

let folder: DataFolder
let settings: Record<string, string>
let atFirst: { accounts: number; patients: number; exit: unknown }
let adminMade: { said: string; exit: unknown }

beforeAll(async () => {
  folder = makeDataFolder()
  settings = {
    NODE_ENV: 'production',
    DATA_DIR: folder.path,
    SESSION_SECRET,
    REQUESTS_PER_MINUTE: '1000000',
  }
  const first = await startServer(settings)
  const found = { accounts: await folder.count('users'), patients: await folder.count('patients') }
  atFirst = { ...found, exit: await first.stop() }
  if (atFirst.exit !== 0) console.error(first.said())
  adminMade = await createAdmin(answers(admin.email, 'Ada', 'Marsh', admin.password))
})

afterAll(() => folder.remove())

test('a new production installation has no users and no patients', () => {
  expect(atFirst).toEqual({ accounts: 0, patients: 0, exit: 0 })
})

test('create-admin creates the first administrator, and another one while Caseload runs; both can sign in', async () => {
  expect(adminMade).toEqual({
    said: expect.stringContaining('Ada Marsh <ada@clinic.example> is an administrator and can sign in now.'),
    exit: 0,
  })
  const { url } = await start()
  const second = { email: 'grace@clinic.example', password: randomBytes(12).toString('hex') }
  expect(await createAdmin(answers(second.email, 'Grace', 'Marsh', second.password))).toMatchObject({
    exit: 0,
  })
  for (const [account, firstName] of [
    [admin, 'Ada'],
    [second, 'Grace'],
  ] as const) {
    const call = await signIn(url, account)
    expect((await call('GET', '/api/auth/user')).json).toMatchObject({ firstName, role: 'admin' })
  }
})

test('create-admin lists all invalid answers and creates no user', async () => {
  const refused = await createAdmin(answers('not an address', '', 'Marsh', 'short'))
  expect(refused.exit).toBe(1)
  for (const words of [
    'Valid email is required',
    'First name is required',
    'Password must be at least 8 characters',
  ])
    expect(refused.said).toContain(words)
  const again = await createAdmin(answers(admin.email.toUpperCase(), 'Eve', 'Marsh', 'long enough'))
  expect(again).toEqual({
    said: expect.stringContaining('A user with this email address already exists'),
    exit: 1,
  })
})

test('the page of patients takes at most six SQL statements', async () => {
  const { url } = await start()
  const { cookie } = await signIn(url, admin)
  const read = async () => (await fetch(`${url}/patients`, { headers: { cookie } })).text()
  expect(await read()).toContain('Add Patient')
  const statements = await folder.statementsWhile(read)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(6)
})

test.each([
  ['missing', '', 'SESSION_SECRET must be set'],
  ['short', 'too short', 'SESSION_SECRET must be a secret'],
])(
  'the server does not start with a %s session secret and says what to do',
  async (_case, secret, sentence) => {
    const refused = startProgram('app/server.ts', { ...settings, SESSION_SECRET: secret })
    expect(await refused.over).toBe(1)
    expect(refused.said()).toContain(sentence)
    expect(refused.said()).toContain('32 characters')
  },
)

test('a second process with another session secret does not start, and secrets:replace lets it', async () => {
  const other = { ...settings, SESSION_SECRET: 'another-session-secret-for-tests-0123456789' }
  const server = await start()
  const second = { ...other, ...folder.addresses(), PORT: String(await freePort()) }
  const refused = startProgram('app/server.ts', second)
  expect(await refused.over).toBe(1)
  expect(refused.said()).toContain('SESSION_SECRET does not include the secret')
  expect(refused.said()).toContain('npm run secrets:replace -- SESSION_SECRET')
  await server.stop()

  const replace = (values: Record<string, string>) =>
    startProgram('cli/replaceSecret.ts', values, '', ['SESSION_SECRET'])
  const replaced = replace(other)
  expect([await replaced.over, replaced.said()]).toEqual([0, expect.stringContaining('was replaced')])
  await (await start({ SESSION_SECRET: other.SESSION_SECRET })).stop()
  expect(await replace(settings).over).toBe(0)
})

test('kill -9 of the server, and then of PostgreSQL, loses no acknowledged write and leaves no partial one', async () => {
  const server = await start()
  const call = await signIn(server.url, admin)
  const stream = streamOfPatients(call, 'server')
  await stream.untilAnswered(40)
  server.child.kill('SIGKILL')
  expect(await server.over).toBe('SIGKILL')
  await stream.end()

  const next = await start()
  expect(await folder.missing(stream.answered)).toEqual([])
  expect(await halfWritten(folder)).toEqual([])
  const again = await call.at(next.url)('GET', '/api/dashboard/stats') // the session is still valid
  expect(again.json).toMatchObject({ totalPatients: await folder.count('patients') })

  const second = streamOfPatients(await signIn(next.url, admin), 'postgres')
  await second.untilAnswered(20)
  process.kill(folder.postmaster(), 'SIGKILL')
  // Until PostgreSQL has started again, requests get 503.
  await expect.poll(() => [...second.statuses()], { timeout: 10_000, interval: 20 }).toContain(503)
  const ready = async () => (await fetch(`${next.url}/readyz`)).status
  await expect.poll(ready, { timeout: 15_000 }).toBe(200)
  const before = second.answered.length
  await second.untilAnswered(before + 20)
  await second.end()

  expect([...second.statuses()].sort()).toEqual([201, 503])
  expect(await folder.missing([...stream.answered, ...second.answered])).toEqual([])
  expect(await halfWritten(folder)).toEqual([])
})

test('SIGTERM lets requests in progress finish, then stops PostgreSQL and exits with code 0', async () => {
  const server = await start()
  const call = await signIn(server.url, admin)
  const postmaster = folder.postmaster()
  const release = await folder.hold('patients')
  const inFlight = call('POST', '/api/patients', {
    firstName: 'Last',
    lastName: 'Minute',
    email: 'last.minute@example.test',
  })
  await folder.untilSomebodyWaits()
  server.child.kill('SIGTERM')
  await sleep(300)
  await expect(fetch(`${server.url}/healthz`), 'a new request').rejects.toThrow('fetch failed')
  expect(server.child.exitCode, 'still running').toBe(null)
  await release()

  expect((await inFlight).status).toBe(201)
  expect(await server.over).toBe(0)
  expect(folder.processesOf(postmaster)).toEqual([])
})

test('/readyz names the lost storage, and after SIGTERM the server is unready but serves for SHUTDOWN_DELAY', async () => {
  const server = await start({ SHUTDOWN_DELAY: '2' })
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return [answer.status, await answer.json()]
  }
  expect(await ready()).toEqual([200, { message: 'ready' }])
  const records = join(folder.path, 'records')
  rmSync(records, { recursive: true, force: true })
  writeFileSync(records, '')
  await expect.poll(ready, { timeout: 5000 }).toEqual([503, { message: 'not ready', notReady: ['storage'] }])
  rmSync(records)
  await expect.poll(ready, { timeout: 5000 }).toEqual([200, { message: 'ready' }])

  server.child.kill('SIGTERM')
  await expect.poll(ready, { timeout: 1500 }).toEqual([503, { message: 'stopping' }])
  expect((await fetch(`${server.url}/`)).status, 'a page').toBe(200)
  expect(await server.over).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends npm start only when the server has ended',
  async (signal) => {
    const { child, over, url } = await npmStart(settings)
    const postmaster = folder.postmaster()
    child.kill(signal)
    await over
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
    expect(folder.processesOf(postmaster)).toEqual([])
  },
)

test('SIGTERM ends open streams with a complete event at once', async () => {
  const server = await start()
  const call = await signIn(server.url, admin)
  const streams = await Promise.all(Array.from({ length: 10 }, () => call.follow()))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  expect(await server.stop()).toBe(0)
  for (const { text } of streams) expect(await text).toMatch(/event: complete/)
})

test('SIGTERM during startup exits with code 0 and logs no error', async () => {
  const program = startProgram('app/server.ts', { ...settings, PORT: String(await freePort()) })
  await expect.poll(() => program.said(), { interval: 5 }).toMatch(/Starting PostgreSQL/)
  program.child.kill('SIGTERM')
  expect(await program.over).toBe(0)
  expect(program.said()).not.toMatch(/fetch failed|Error|refused/)
})

test('the port is closed until the end of the start, and then the first request of each kind succeeds', async () => {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  const program = startProgram('app/server.ts', { ...settings, PORT, PUBLIC_URL: url })
  onTestFinished(async () => {
    program.child.kill('SIGTERM')
    await program.over
  })
  const refusals = new Set<unknown>()
  const firstAnswer = async (path: string): Promise<number> => {
    while (program.child.exitCode === null)
      try {
        return (await fetch(url + path, { redirect: 'manual' })).status
      } catch (error) {
        refusals.add(((error as Error).cause as NodeJS.ErrnoException).code)
        await sleep(5)
      }
    throw new Error(program.said())
  }
  const paths = ['/', '/readyz', '/healthz', '/api/dashboard/stats']
  expect(await Promise.all(paths.map(firstAnswer))).toEqual([200, 200, 200, 401])
  expect([...refusals]).toEqual(['ECONNREFUSED'])
})

test('a port in use stops the start with a sentence, before PostgreSQL starts', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const PORT = String((other.address() as AddressInfo).port)
  const refused = startProgram('app/server.ts', { ...settings, PORT })
  expect(await refused.over).toBe(1)
  expect(refused.said()).toContain(`Port ${PORT} is in use. Stop the program that uses it`)
  expect(refused.said()).not.toContain('Starting PostgreSQL')
})

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ ...settings, ...more })
  onTestFinished(async () => {
    if (server.child.exitCode !== null || server.child.signalCode !== null) return
    await server.stop()
  })
  return server
}

async function createAdmin(answers: string): Promise<{ said: string; exit: unknown }> {
  const program = startProgram('cli/createAdmin.ts', settings, answers)
  const exit = await program.over
  return { said: program.said(), exit }
}
