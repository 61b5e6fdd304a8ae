import { describe, expect, onTestFinished } from 'vitest'
import { liveLimits } from '#operations/live/live.ts'
import { deleteUser } from '#operations/users/deleteUser.ts'
import { setUserActive } from '#operations/users/setUserActive.ts'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { ALERTS, CHANGES, follow, type Stream } from '#tests/support/follow.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer, type TestServer } from '#tests/support/testServer.ts'

const MINUTE = 60_000

async function follower(clinic: TestClinic, server: TestServer) {
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const stream = await follow(visitor, CHANGES)
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const session = () => clinic.db.session.findFirstOrThrow({ where: { userId: user.id } })
  return { user, visitor, stream, admin, session }
}
type Follower = Awaited<ReturnType<typeof follower>>

/** Much earlier than the regular check of all sessions. */
const soon = { timeout: liveLimits.checkEveryMs / 3, interval: 10 }
const ends = (stream: Stream) => expect.poll(stream.isOver, soon).toBe(true)

const wait = (clinic: TestClinic, minutes: number) => {
  clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
}

const waysOut: [string, (of: Follower, clinic: TestClinic) => Promise<unknown>][] = [
  ['signing out', ({ visitor }) => visitor.call('POST', '/api/auth/logout')],
  [
    'a change of password',
    ({ visitor }) =>
      visitor.call('PUT', '/api/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'a new passphrase',
      }),
  ],
  ['deactivation', ({ admin, user }) => setUserActive(admin, { userId: user.id, isActive: false })],
  ['deletion', ({ admin, user }) => deleteUser(admin, { userId: user.id })],
  [
    'an administrator who ends the session',
    ({ user }, { db }) => db.session.deleteMany({ where: { userId: user.id } }),
  ],
]

describe('a stream ends at once with its session', () => {
  test.for(waysOut)('by %s', async ([, end], { clinic, server }) => {
    const of = await follower(clinic, server)
    const bystander = server.visitor()
    await bystander.signIn((await clinic.user()).email)
    const other = await follow(bystander, CHANGES)
    await end(of, clinic)
    await ends(of.stream)
    expect(other.isOver()).toBe(false)
  })

  test('and sends no event after that', async ({ clinic, server }) => {
    const { user, stream } = await follower(clinic, server)
    await clinic.db.$transaction(async (db) => {
      await db.session.deleteMany({ where: { userId: user.id } })
      await db.auditLog.create({ data: { action: 'updated', resourceType: 'task', resourceId: user.id } })
    })
    expect(await stream.rest()).toEqual([])
  })
})

describe('a stream ends at the regular check of all sessions', () => {
  const changes: [string, object][] = [
    ['another role', { role: 'attorney' }],
    ['a password that must be changed', { mustChangePassword: true }],
    ['an account that was shut', { isActive: false }],
  ]
  test.for(changes)('if its session has %s', async ([, data], { clinic, server }) => {
    const { user, stream } = await follower(clinic, server)
    await clinic.db.user.update({ where: { id: user.id }, data })
    await clinic.instances.live.check()
    await ends(stream)
  })

  test('at the idle limit, which an open stream does not extend', async ({ clinic, server }) => {
    const { visitor, stream, session } = await follower(clinic, server)
    const before = await session()
    wait(clinic, 14)
    const another = await follow(visitor, ALERTS)
    await clinic.instances.live.check()
    expect(await session()).toEqual(before)
    expect([stream.isOver(), another.isOver()]).toEqual([false, false])
    wait(clinic, 1)
    await clinic.instances.live.check()
    for (const one of [stream, another]) await ends(one)
    expect((await follow(visitor, CHANGES)).status).toBe(401)
  })

  test('at the absolute limit, even if the session is in use', async ({ clinic, server }) => {
    const { visitor, stream } = await follower(clinic, server)
    for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
      wait(clinic, 10)
      await visitor.call('GET', '/api/auth/user')
    }
    await clinic.instances.live.check()
    expect(stream.isOver()).toBe(false)
    wait(clinic, 10)
    await clinic.instances.live.check()
    await ends(stream)
  })

  test('which runs on a timer, no later than the session can end', async ({ clinic, server }) => {
    const { visitor } = await follower(clinic, server)
    wait(clinic, 15 - 0.1 / 60)
    const late = await follow(visitor, CHANGES)
    expect(late.status).toBe(200)
    wait(clinic, 0.1 / 60)
    await ends(late)
  })
})

describe('streams are limited', () => {
  test('to ten per session, and closing a tab makes room', async ({ clinic, server }) => {
    const { visitor, stream } = await follower(clinic, server)
    for (let more = 1; more < liveLimits.perCredential; more += 1)
      expect((await follow(visitor, more % 2 ? ALERTS : CHANGES)).status).toBe(200)
    const refused = await follow(visitor, CHANGES)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refused.rest()).toMatchObject([{ errors: [{ extensions: { code: 'rate_limited' } }] }])
    stream.leave()
    await expect.poll(async () => (await follow(visitor, CHANGES)).status, soon).toBe(200)
  })

  test('and a caller who disconnected before the response uses none', async ({
    clinic,
    server,
    database,
  }) => {
    const { visitor, stream } = await follower(clinic, server)
    stream.leave()
    await asOwner(database, async (owner) => {
      await owner.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
      const leaving = new AbortController()
      const init = { headers: { accept: 'text/event-stream' }, signal: leaving.signal }
      const response = visitor.fetch(`/graphql?query=${encodeURIComponent(CHANGES)}`, init)
      await expect.poll(async () => (await owner.query(waiting)).rowCount, soon).toBe(1)
      leaving.abort()
      await expect(response).rejects.toThrow(/abort/)
      await visitor.fetch('/healthz')
      await owner.query('COMMIT')
    })
    for (let open = 0; open < liveLimits.perCredential; open += 1)
      await expect.poll(async () => (await follow(visitor, CHANGES)).status, soon).toBe(200)
  })

  test('and all are refused and ended while the server stops', async ({ clinic, database }) => {
    const { clinic: second, server } = await anotherProcess(database)
    const { visitor, stream } = await follower(second, server)
    await second.instances.live.close()
    await ends(stream)
    const refused = await follow(visitor, CHANGES)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(clinic.instances.live).not.toBe(second.instances.live)
  })
})

describe('two processes on one database', () => {
  test('share changes with each other', async ({ clinic, server, database }) => {
    const second = await anotherProcess(database)
    const admin = await clinic.user({ role: 'admin' })
    const patient = await clinic.patient()
    const [here, there] = [server.visitor(), second.server.visitor()]
    for (const visitor of [here, there]) await visitor.signIn(admin.email)
    const [mine, theirs] = [await follow(here, CHANGES), await follow(there, CHANGES)]
    await there.call('POST', `/api/patients/${patient.id}/notes`, { content: 'Called', noteType: 'general' })
    // On a busy machine, a change of the test before may arrive first.
    for (const stream of [mine, theirs])
      await expect
        .poll(async () => (await stream.next()).data?.changes)
        .toMatchObject({ resourceType: 'patient_note', patientId: patient.id })
  })

  test('end each other’s streams on sign-out', async ({ clinic, server, database }) => {
    const second = await anotherProcess(database)
    const { visitor } = await follower(clinic, server)
    const stream = await follow(visitor.at(second.server.url), CHANGES)
    expect(stream.status).toBe(200)
    await visitor.call('POST', '/api/auth/logout')
    await ends(stream)
  })

  test('each listen on one connection, however many streams are open', async ({
    clinic,
    server,
    database,
  }) => {
    const { visitor } = await follower(clinic, server)
    await Promise.all([1, 2, 3].map(() => follow(visitor, ALERTS)))
    expect(await listening(database)).toBe(1)
    const second = await anotherProcess(database)
    expect(await listening(database)).toBe(1)
    const there = second.server.visitor()
    await there.signIn('sam@clinic.test')
    await Promise.all([1, 2, 3].map(() => follow(there, CHANGES)))
    expect(await listening(database)).toBe(2)
  })

  test('after a lost database connection, subscribers receive a request to reload and continue', async ({
    clinic,
    server,
    database,
  }) => {
    const { visitor, stream, admin } = await follower(clinic, server)
    const bell = await follow(visitor, ALERTS)
    await bell.next()
    await asOwner(database, (owner) =>
      owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${isListening}`),
    )
    const missed = { action: 'missed', resourceType: null, resourceId: null, patientId: null }
    expect((await stream.next()).data).toEqual({ changes: missed })
    expect((await bell.next()).data).toEqual({ alertsChanged: { unreadCount: 0, alert: null } })
    await setUserActive(admin, { userId: (await clinic.user()).id, isActive: false })
    const patient = await clinic.patient()
    await clinic.db.auditLog.create({
      data: { action: 'created', resourceType: 'patient', resourceId: patient.id, patientId: patient.id },
    })
    expect((await stream.next()).data?.changes).toMatchObject({ resourceId: patient.id })
  })
})

const isListening = `datname = current_database() AND application_name = 'caseload live changes'`

const waiting = 'SELECT FROM pg_locks WHERE NOT granted'

const listening = (database: Parameters<typeof asOwner>[0]) =>
  asOwner(database, async (owner) => {
    const { rows } = await owner.query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE ${isListening}`)
    return rows[0].n as number
  })

/** The clinic's second server, with its own connections. */
async function anotherProcess({ ownerUrl }: { ownerUrl: string }) {
  const clinic = await openTestClinic(ownerUrl)
  const server = await openTestServer(clinic)
  onTestFinished(async () => {
    await server.close()
    await clinic.close()
  })
  return { clinic, server }
}
