import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { freePort, startProgram } from '#tests/support/serverProcess.ts'
import { answers, installProduction } from './installation.ts'

// How the real processes start and stop, beyond what processes.test.ts tries in every run: create-admin, ports and open streams.

const installation = installProduction()
const { admin, settings, start, createAdmin } = installation

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
