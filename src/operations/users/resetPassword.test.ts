import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { changePassword } from '../sessions/changePassword.ts'
import { signIn } from '../sessions/signIn.ts'
import { resetPassword } from './resetPassword.ts'

const once = 'let me in once'

test('a reset ends all sessions, and the user signs in with the new password to choose another', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const old = { email: 'sam@clinic.test', password: PASSWORD }
  const { sid, deviceId } = await signIn(clinic.anonymous(), old)

  await resetPassword(clinic.as(admin), { userId: sam.id, password: once })

  expect(await visitorOf(clinic, { sid, deviceId })).toBeNull()
  await expect(signIn(clinic.anonymous(), old)).rejects.toMatchObject({ code: 'unauthenticated' })
  const { user } = await signIn(clinic.anonymous(), { ...old, password: once })
  expect(user).toMatchObject({ id: sam.id, mustChangePassword: true })
})

test('the audit row has the administrator and the user but not the password', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user()
  await resetPassword(clinic.as(admin), { userId: sam.id, password: once })
  const rows = await clinic.db.auditLog.findMany()
  expect(rows).toMatchObject([
    { action: 'updated', resourceType: 'password', resourceId: sam.id, userId: admin.id },
  ])
  expect(JSON.stringify(rows)).not.toContain(once)
})

test('administrators cannot reset their own password', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await expect(resetPassword(clinic.as(admin), { userId: admin.id, password: once })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a reset rejects a password that is common or contains the user’s name', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const sam = await clinic.user({ firstName: 'Samantha', lastName: 'Okoye', email: 'sam@clinic.test' })
  for (const password of ['qwertyuiop', 'Samantha2026'])
    await expect(resetPassword(admin, { userId: sam.id, password })).rejects.toMatchObject({
      fields: { password: expect.any(String) },
    })
  await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
})

test('staff cannot reset a password', async ({ clinic }) => {
  const [staff, sam] = [await clinic.user(), await clinic.user()]
  await expect(resetPassword(clinic.as(staff), { userId: sam.id, password: once })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('an administrator who loses the role before the reset runs cannot reset a password', async ({
  clinic,
}) => {
  const [admin, sam] = [await clinic.user({ role: 'admin' }), await clinic.user({ email: 'sam@clinic.test' })]
  const ctx = clinic.as(admin)
  const hash: typeof ctx.passwords.hash = async (password) => {
    await clinic.db.user.update({ where: { id: admin.id }, data: { isActive: false } })
    return ctx.passwords.hash(password)
  }
  const late = { ...ctx, passwords: { ...ctx.passwords, hash } }
  await expect(resetPassword(late, { userId: sam.id, password: once })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
})

test('a password change in progress does not undo the reset', async ({ clinic }) => {
  const [admin, sam] = [await clinic.user({ role: 'admin' }), await clinic.user({ email: 'sam@clinic.test' })]
  const ctx = clinic.as(sam)
  const hash: typeof ctx.passwords.hash = async (password) => {
    await resetPassword(clinic.as(admin), { userId: sam.id, password: once })
    return ctx.passwords.hash(password)
  }
  const slow = { ...ctx, passwords: { ...ctx.passwords, hash } }
  const change = changePassword(slow, { currentPassword: PASSWORD, newPassword: 'a thief’s choice' })
  await expect(change).rejects.toMatchObject({ code: 'unauthenticated' })
  const { user } = await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: once })
  expect(user.mustChangePassword).toBe(true)
})
