import { expect } from 'vitest'
import { ACCOUNT_LINK_GONE, RESET_WITHOUT_MAIL } from '#domain/users/accountLinks.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { queuedJobs, runPasswordResetJobs } from '#tests/support/queue.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { accountKey } from '../sessions/countAttempt.ts'
import { signIn } from '../sessions/signIn.ts'
import { editUser } from '../users/editUser.ts'
import { removeExpiredLinks } from './accountLink.ts'
import { requestPasswordReset } from './requestPasswordReset.ts'
import { setPasswordByLink } from './setPasswordByLink.ts'

const PASSPHRASE = 'a long pass phrase'
const gone = { code: 'not_found', message: ACCOUNT_LINK_GONE }

async function setUp(clinic: TestClinic, database: TestDatabase) {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const user = await clinic.user({ email: 'sam@clinic.test' })
  const letters = async () => {
    await runPasswordResetJobs(clinic, database)
    await deliverWaitingMail(clinic.anonymous())
    return server.letters
  }
  const link = async () => {
    await requestPasswordReset(clinic.anonymous(), { email: ' SAM@clinic.test ' })
    const secret = /set-password\/([\w-]+)/.exec((await letters()).at(-1)?.text ?? '')?.[1] ?? ''
    expect(secret).toHaveLength(43)
    return secret
  }
  return { server, user, letters, link }
}

const use = (clinic: TestClinic, secret: string) =>
  setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE })

test('the link in the e-mail sets a password once, within an hour', async ({ clinic, database }) => {
  const { user, link } = await setUp(clinic, database)
  const secret = await link()
  expect(JSON.stringify(await clinic.db.accountLink.findMany())).not.toContain(secret)
  await use(clinic, secret)
  await expect(use(clinic, secret)).rejects.toMatchObject(gone)
  await expect(signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await signIn(clinic.anonymous(), { email: user.email, password: PASSPHRASE })

  const late = await link()
  clinic.now = new Date(clinic.now.getTime() + 3_600_000)
  await expect(use(clinic, late)).rejects.toMatchObject(gone)
  clinic.now = new Date(clinic.now.getTime() + 1)
  expect(await removeExpiredLinks(clinic.anonymous())).toBe(1)
})

test('a reset opens no session, ends all of the user, revokes keys and calendars, and tells the user', async ({
  clinic,
  database,
}) => {
  const { server, user, link, letters } = await setUp(clinic, database)
  await clinic.db.user.update({ where: { id: user.id }, data: { emailAlerts: false } })
  const admin = await clinic.user({ role: 'admin' })
  await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })
  await createCalendarFeed(clinic.as(user), {})
  await clinic.db.apiKey.create({
    data: {
      userId: user.id,
      createdById: admin.id,
      name: 'Nightly',
      secretHash: 'a'.repeat(64),
      scopes: ['patients_read'],
      roleAtCreation: 'staff',
      expiresAt: new Date('2026-03-01T00:00:00Z'),
    },
  })
  await use(clinic, await link())
  expect(await clinic.db.session.count()).toBe(0)
  expect(await clinic.db.knownDevice.count()).toBe(0)
  expect(await clinic.db.apiKey.count({ where: { revokedAt: null } })).toBe(0)
  expect(await clinic.db.calendarFeed.count({ where: { revokedAt: null } })).toBe(0)
  expect(await clinic.db.alert.findMany()).toMatchObject([
    { type: 'password_reset_by_link', userId: user.id },
  ])
  await letters()
  // The user turned e-mail copies of alerts off, but this one concerns the account.
  expect(server.letters.at(-1)).toMatchObject({ subject: 'Test Clinic: Your password was reset' })
  expect(server.letters.at(-1)?.text).not.toContain('turn these messages off')
})

test('a reset unlocks an account that wrong passwords have locked', async ({ clinic, database }) => {
  const { user, link } = await setUp(clinic, database)
  const { account } = clinic.instances.signInLimits
  for (let tried = 0; tried < account.points; tried += 1) await account.consume(accountKey(user.email))
  await use(clinic, await link())
  expect((await account.peek([accountKey(user.email)])).size).toBe(0)
})

test('the link dies on a sign-in with the password and on a change of the address', async ({
  clinic,
  database,
}) => {
  const { user, link } = await setUp(clinic, database)
  const beforeSignIn = await link()
  await signIn(clinic.anonymous(), { email: user.email, password: PASSWORD })
  await expect(use(clinic, beforeSignIn)).rejects.toMatchObject(gone)

  const beforeChange = await link()
  const admin = await clinic.user({ role: 'admin' })
  await editUser(clinic.as(admin), { userId: user.id, email: 'samuel@clinic.test' })
  await expect(use(clinic, beforeChange)).rejects.toMatchObject(gone)
})

test('an unknown, inactive or deleted account and one without a password get the same response and no e-mail', async ({
  clinic,
  database,
}) => {
  const { user, letters } = await setUp(clinic, database)
  await clinic.user({ email: 'inactive@clinic.test', isActive: false })
  await clinic.user({ email: 'deleted@clinic.test', deletedAt: clinic.now })
  await clinic.user({ email: 'invited@clinic.test', passwordHash: null })
  const costs: number[] = []
  for (const who of ['nobody', 'inactive', 'deleted', 'invited', 'sam']) {
    const email = `${who}@clinic.test`
    const statements = await statementsOf(() => requestPasswordReset(clinic.anonymous(), { email }))
    costs.push(statements.length)
  }
  expect(new Set(costs).size).toBe(1)
  // The job exists for each, so that the request costs the same.
  expect((await queuedJobs(database)).filter(({ task }) => task === 'send_password_reset')).toHaveLength(5)
  expect((await letters()).map(({ to }) => to?.map(({ address }) => address))).toEqual([[user.email]])
})

test('requests are limited by account without an error, and by network with one', async ({
  clinic,
  database,
}) => {
  const { letters } = await setUp(clinic, database)
  const ask = (email: string, ipAddress: string) => {
    const ctx = clinic.anonymous()
    return requestPasswordReset({ ...ctx, request: { ...ctx.request, ipAddress } }, { email })
  }
  for (let asked = 0; asked < 5; asked += 1) await ask('sam@clinic.test', `10.0.0.${asked}`)
  expect(await runPasswordResetJobs(clinic, database)).toBe(3)
  for (let asked = 0; asked < 20; asked += 1) await ask(`nobody${asked}@clinic.test`, '192.0.2.7')
  await expect(ask('sam@clinic.test', '192.0.2.7')).rejects.toMatchObject({
    code: 'rate_limited',
    facts: { retryAfter: expect.any(Number) },
  })
  expect(await letters()).toHaveLength(3)
})

test('without mail the response says to ask the administrator', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  await expect(requestPasswordReset(clinic.anonymous(), { email: 'sam@clinic.test' })).rejects.toMatchObject({
    code: 'conflict',
    message: RESET_WITHOUT_MAIL,
  })
})
