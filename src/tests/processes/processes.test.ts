import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signIn } from '#tests/processes/caller.ts'
import { startProgram } from '#tests/support/serverProcess.ts'
import { installProduction } from './installation.ts'

// Starts and stops the real processes: the server as `npm start` runs it, with embedded PostgreSQL.

const installation = installProduction()
const { admin, folder, settings, start } = installation

test('a new production installation has no users and no patients', () => {
  expect(installation.atFirst).toEqual({ accounts: 0, patients: 0, exit: 0 })
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

test('a page has the phrase of its status', async () => {
  const { url } = await start()
  const answers = await Promise.all(['/', '/patients', '/nowhere'].map((path) => fetch(url + path)))
  expect(answers.map(({ status, statusText }) => `${status} ${statusText}`)).toEqual([
    '200 OK',
    '401 Unauthorized',
    '404 Not Found',
  ])
})
