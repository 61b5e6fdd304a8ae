import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { resetPassword } from '../users/resetPassword.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { signIn } from './signIn.ts'

const refused = { code: 'unauthenticated', message: 'Invalid email or password' }

test('the right password opens a new session, and the audit log records it', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const { user, sid } = await signIn(clinic.anonymous(), { email: ' SAM@Clinic.test ', password: PASSWORD })

  expect(user).toMatchObject({ id: sam.id, firstName: sam.firstName, role: 'staff' })
  const [session, ...others] = await clinic.db.session.findMany()
  expect(others).toEqual([])
  expect(session).toMatchObject({ sid, userId: sam.id, expire: new Date('2026-01-05T15:15:00.000Z') })
  expect(session?.sess).toMatchObject({
    createdAt: clinic.now.toISOString(),
    seenAt: clinic.now.toISOString(),
  })
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    { action: 'login', resourceType: 'session', userId: sam.id, ipAddress: '192.0.2.1', userAgent: 'vitest' },
  ])
})

test('the returned user has no password hash', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { user } = await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
  expect(JSON.stringify(user)).not.toMatch(/argon|hash/i)
})

test('an unknown address, a wrong password, an inactive and a deleted account get the same response', async ({
  clinic,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  await clinic.user({ email: 'gone@clinic.test', isActive: false })
  await clinic.user({ email: 'deleted@clinic.test', deletedAt: clinic.now })
  const tries = [
    { email: 'nobody@clinic.test', password: PASSWORD },
    { email: 'sam@clinic.test', password: 'not-the-password' },
    { email: 'gone@clinic.test', password: PASSWORD },
    { email: 'deleted@clinic.test', password: PASSWORD },
    { email: 'sam@clinic.test', password: `${PASSWORD} ` },
  ]
  for (const credentials of tries)
    await expect(signIn(clinic.anonymous(), credentials), credentials.email).rejects.toMatchObject(refused)
  expect(await clinic.db.session.count()).toBe(0)
})

test('each failure writes one row without the address or the password', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const credentials = { email: 'sam@clinic.test', password: 'a-very-secret-guess' }
  await expect(signIn(clinic.anonymous(), credentials)).rejects.toMatchObject(refused)
  const unknown = { email: 'nobody@clinic.test', password: 'a-very-secret-guess' }
  await expect(signIn(clinic.anonymous(), unknown)).rejects.toMatchObject(refused)

  const rows = await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })
  expect(rows).toMatchObject([
    { action: 'login_failed', userId: sam.id },
    { action: 'login_failed', userId: null },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/secret-guess|clinic\.test/)
})

test('a sign-in replaces the browser’s earlier session', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const credentials = { email: 'sam@clinic.test', password: PASSWORD }
  const first = await signIn(clinic.anonymous(), credentials)
  const second = await signIn({ ...clinic.anonymous(), sid: first.sid }, credentials)

  expect(second.sid).not.toBe(first.sid)
  expect((await clinic.db.session.findMany()).map(({ sid }) => sid)).toEqual([second.sid])
})

test('a session ID chosen by the client is never used', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { sid } = await signIn(
    { ...clinic.anonymous(), sid: 'planted' },
    { email: 'sam@clinic.test', password: PASSWORD },
  )
  expect(sid).not.toBe('planted')
  expect(sid.length).toBeGreaterThanOrEqual(43)
})

test('a hostile address is rejected with a message and causes no internal error', async ({ clinic }) => {
  for (const email of ['a\u0000@clinic.test', '\ud800', `${'x'.repeat(300)}@clinic.test`]) {
    await expect(signIn(clinic.anonymous(), { email, password: 'x' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    })
  }
})

test('a user who is deactivated or gets a new password while theirs is verified cannot sign in', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const meanwhile: ((userId: string) => Promise<unknown>)[] = [
    (userId) => setUserActive(admin, { userId, isActive: false }),
    (userId) => resetPassword(admin, { userId, password: 'let me in once' }),
    (userId) => deleteUser(admin, { userId }),
  ]
  for (const act of meanwhile) {
    const { id, email } = await clinic.user()
    const visit = clinic.anonymous()
    const verify: typeof visit.passwords.verify = async (hash, password) => {
      const matches = await visit.passwords.verify(hash, password)
      await act(id)
      return matches
    }
    const slow = { ...visit, passwords: { ...visit.passwords, verify } }
    await expect(signIn(slow, { email, password: PASSWORD })).rejects.toMatchObject(refused)
    expect(await clinic.db.session.count({ where: { userId: id } })).toBe(0)
  }
})
