import { expect } from 'vitest'
import { ACCOUNT_LINK_GONE } from '#domain/users/accountLinks.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { readAccountLink, setPasswordByLink } from '../accountLinks/setPasswordByLink.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { signIn } from '../sessions/signIn.ts'
import { editUser } from './editUser.ts'
import { inviteUser, resendInvitation, withdrawInvitation } from './inviteUser.ts'
import { resetPassword } from './resetPassword.ts'
import { setUserActive } from './setUserActive.ts'

const ines = { firstName: 'Ines', lastName: 'Moreau', email: 'ines@clinic.test' }
const PASSPHRASE = 'a long pass phrase'
const gone = { code: 'not_found', message: ACCOUNT_LINK_GONE }
const secretIn = (link: string | null) => link?.split('/').at(-1) ?? ''

async function setUp(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  const { user, link, expiresAt } = await inviteUser(clinic.as(admin), ines)
  return { admin, user, link, expiresAt, secret: secretIn(link) }
}

test('without mail the administrator gets the link once, and the database has only its hash', async ({
  clinic,
}) => {
  const { admin, user, link, secret, expiresAt } = await setUp(clinic)
  expect(link).toMatch(/^https:\/\/clinic\.test\/set-password\/[\w-]{43}$/)
  expect(expiresAt).toEqual(new Date(clinic.now.getTime() + 24 * 3_600_000))
  expect(user).toMatchObject({ ...ines, role: 'staff', isActive: true, hasPassword: false })
  const row = await clinic.db.accountLink.findFirstOrThrow()
  expect(row).toMatchObject({
    userId: user.id,
    kind: 'invitation',
    linkHash: clinic.instances.hashLink(secret),
  })
  expect(JSON.stringify(row)).not.toContain(secret)
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { action: 'created', resourceType: 'user', resourceId: user.id, userId: admin.id },
    { action: 'created', resourceType: 'invitation', resourceId: row.id, details: { userId: user.id } },
  ])
  await expect(signIn(clinic.anonymous(), { email: ines.email, password: PASSPHRASE })).rejects.toMatchObject(
    {
      code: 'unauthenticated',
    },
  )
})

test('the invited user sets a password once, then signs in, and administrators are alerted', async ({
  clinic,
}) => {
  const { admin, user, secret } = await setUp(clinic)
  expect(await readAccountLink(clinic.anonymous(), { secret })).toBe('invitation')
  await setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE })
  expect(await clinic.db.session.count()).toBe(0)
  await expect(
    setPasswordByLink(clinic.anonymous(), { secret, newPassword: 'another pass phrase' }),
  ).rejects.toMatchObject(gone)
  await expect(readAccountLink(clinic.anonymous(), { secret })).rejects.toMatchObject(gone)
  await signIn(clinic.anonymous(), { email: ines.email, password: PASSPHRASE })
  expect(await clinic.db.alert.findMany()).toMatchObject([
    {
      type: 'invitation_accepted',
      userId: admin.id,
      message: 'Ines Moreau accepted the invitation and set a password',
    },
  ])
  expect(await clinic.db.auditLog.findMany({ where: { resourceType: 'password' } })).toMatchObject([
    { action: 'updated', userId: user.id, details: { by: 'invitation' } },
  ])
})

test('of two uses of one link at once, one succeeds', async ({ clinic }) => {
  const { secret } = await setUp(clinic)
  const tries = ['first pass phrase', 'second pass phrase'].map((newPassword) =>
    setPasswordByLink(clinic.anonymous(), { secret, newPassword }),
  )
  const results = await Promise.allSettled(tries)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a common password, one made of names and a short one are refused, and the link still works', async ({
  clinic,
}) => {
  const { secret } = await setUp(clinic)
  for (const newPassword of ['password123', 'InesMoreau2026', 'short'])
    await expect(setPasswordByLink(clinic.anonymous(), { secret, newPassword })).rejects.toMatchObject({
      code: 'invalid',
      fields: { newPassword: expect.any(String) },
    })
  await setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE })
})

test('tries with one link are limited', async ({ clinic }) => {
  const { secret } = await setUp(clinic)
  for (let tried = 0; tried < 20; tried += 1)
    await expect(
      setPasswordByLink(clinic.anonymous(), { secret, newPassword: 'password123' }),
    ).rejects.toMatchObject({ code: 'invalid' })
  await expect(
    setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE }),
  ).rejects.toMatchObject({ code: 'rate_limited', facts: { retryAfter: expect.any(Number) } })
})

test('a link dies when it expires, is replaced or withdrawn, or the account changes', async ({ clinic }) => {
  const { admin, user, secret } = await setUp(clinic)
  const as = clinic.as(admin)
  const userId = user.id
  const isDead = (one: string) =>
    expect(
      setPasswordByLink(clinic.anonymous(), { secret: one, newPassword: PASSPHRASE }),
    ).rejects.toMatchObject(gone)
  const renewed = async () => secretIn((await resendInvitation(as, { userId })).link)

  const second = await renewed()
  expect(second).not.toBe(secret)
  await isDead(secret)

  await withdrawInvitation(as, { userId })
  await isDead(second)
  await expect(withdrawInvitation(as, { userId })).rejects.toMatchObject({ code: 'conflict' })

  const moved = await renewed()
  await editUser(as, { userId, email: 'moreau@clinic.test' })
  await isDead(moved)

  const deactivated = await renewed()
  await setUserActive(as, { userId, isActive: false })
  await expect(resendInvitation(as, { userId })).rejects.toMatchObject({ code: 'conflict' })
  await setUserActive(as, { userId, isActive: true })
  await isDead(deactivated)

  const old = await renewed()
  const begun = clinic.now
  clinic.now = new Date(begun.getTime() + 24 * 3_600_000)
  await isDead(old)
  clinic.now = begun

  const reset = await renewed()
  await resetPassword(as, { userId, password: PASSPHRASE })
  await isDead(reset)
  await expect(resendInvitation(as, { userId })).rejects.toMatchObject({ code: 'conflict' })
})

test('with mail set up the invitation is e-mailed and its link is not shown', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { link, user } = await setUp(clinic)
  expect(link).toBeNull()
  await deliverWaitingMail(clinic.anonymous())
  const [email] = server.letters
  expect(email).toMatchObject({
    to: [{ address: user.email }],
    subject: 'Test Clinic: set up your Caseload account',
  })
  const secret = /set-password\/([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
  expect(email?.text).not.toContain('Moreau')
  expect(JSON.stringify(await clinic.db.mailMessage.findMany())).not.toContain(secret)
  await setPasswordByLink(clinic.anonymous(), { secret, newPassword: PASSPHRASE })
})

test('an invitation that was withdrawn before it was sent is not sent', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { admin, user } = await setUp(clinic)
  await withdrawInvitation(clinic.as(admin), { userId: user.id })
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toEqual([])
})

test('a database of the previous release upgrades with its users, who can still sign in', async () => {
  await withDatabaseBefore('20261127060000_account_links', async ({ ask, upgrade }) => {
    await ask(`INSERT INTO users (id, email, password_hash, first_name, last_name)
      VALUES (gen_random_uuid(), 'old@clinic.test', 'hash', 'Olive', 'Old')`)
    await upgrade()
    expect(
      await ask(`SELECT u.has_password, l.id FROM users u LEFT JOIN account_links l ON l.user_id = u.id`),
    ).toEqual([{ has_password: true, id: null }])
  })
})
