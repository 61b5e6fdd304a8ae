import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { freePort, startProgram } from '#tests/support/serverProcess.ts'
import { answers, installProduction } from './installation.ts'

// Starts and stops the real processes: the server as `npm start` runs it, with embedded PostgreSQL.

const installation = installProduction()
const { admin, folder, settings, start, createAdmin } = installation

test('a new production installation has no users and no patients', () => {
  expect(installation.atFirst).toEqual({ accounts: 0, patients: 0, exit: 0 })
})

test('create-admin creates the first administrator, and another one while Caseload runs; both can sign in', async () => {
  expect(installation.adminMade).toEqual({
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
  // npm passes on a signal that the server has already got from the terminal.
  server.child.kill('SIGTERM')
  await sleep(300)
  expect([server.child.exitCode, server.child.signalCode], 'still running').toEqual([null, null])
  await release()

  expect((await inFlight).status).toBe(201)
  expect(await server.over).toBe(0)
  expect(folder.processesOf(postmaster)).toEqual([])
})

test('SIGTERM ends open streams with a complete event at once', async () => {
  const server = await start()
  const call = await signIn(server.url, admin)
  const streams = await Promise.all(Array.from({ length: 10 }, () => call.follow()))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  expect(await server.stop()).toBe(0)
  for (const { text } of streams) expect(await text).toMatch(/event: complete/)
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

test('a page has the phrase of its status', async () => {
  const { url } = await start()
  const answers = await Promise.all(['/', '/patients', '/nowhere'].map((path) => fetch(url + path)))
  expect(answers.map(({ status, statusText }) => `${status} ${statusText}`)).toEqual([
    '200 OK',
    '401 Unauthorized',
    '404 Not Found',
  ])
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
