import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { changePassword } from './changePassword.ts'
import { signIn } from './signIn.ts'

const fresh = 'a fresh passphrase'

test('a new password ends every other session and gives this one a new ID', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test', mustChangePassword: true })
  const credentials = { email: 'sam@clinic.test', password: PASSWORD }
  const here = await signIn(clinic.anonymous(), credentials)
  const elsewhere = await signIn(clinic.anonymous(), credentials)
  const visit = { ...clinic.as(sam), sid: here.sid }

  const { sid, deviceId } = await changePassword(visit, { currentPassword: PASSWORD, newPassword: fresh })

  expect(await visitorOf(clinic, here)).toBeNull()
  expect(await visitorOf(clinic, elsewhere)).toBeNull()
  expect(await visitorOf(clinic, { sid, deviceId })).toMatchObject({
    id: sam.id,
    mustChangePassword: false,
  })
  await expect(signIn(clinic.anonymous(), credentials)).rejects.toMatchObject({ code: 'unauthenticated' })
  await signIn(clinic.anonymous(), { ...credentials, password: fresh })
})

test('the audit log records the change and neither password', async ({ clinic }) => {
  const sam = await clinic.user()
  await changePassword(clinic.as(sam), { currentPassword: PASSWORD, newPassword: fresh })
  const rows = await clinic.db.auditLog.findMany()
  expect(rows).toMatchObject([
    { action: 'updated', resourceType: 'password', resourceId: sam.id, userId: sam.id },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/passphrase|demo-2026/)
})

test('a wrong current password changes nothing and writes one denied row', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const { sid, deviceId } = await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
  const attempt = changePassword({ ...clinic.as(sam), sid }, { currentPassword: 'wrong', newPassword: fresh })

  await expect(attempt).rejects.toMatchObject({
    code: 'invalid',
    fields: { currentPassword: 'Current password is incorrect' },
  })
  expect(await clinic.db.user.findUnique({ where: { id: sam.id } })).toEqual(sam)
  expect(await visitorOf(clinic, { sid, deviceId })).not.toBeNull()
  expect(await clinic.db.auditLog.findMany({ where: { action: 'denied' } })).toMatchObject([
    { resourceType: 'password', resourceId: sam.id, userId: sam.id },
  ])
})

test('the new password cannot be the current one', async ({ clinic }) => {
  const sam = await clinic.user()
  const attempt = changePassword(clinic.as(sam), { currentPassword: PASSWORD, newPassword: PASSWORD })
  await expect(attempt).rejects.toMatchObject({
    fields: { newPassword: 'Choose a password other than the current one' },
  })
})

test('a long password is not truncated', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const long = `${'x'.repeat(127)}a`
  await changePassword(clinic.as(sam), { currentPassword: PASSWORD, newPassword: long })
  const almost = { email: 'sam@clinic.test', password: `${'x'.repeat(127)}b` }
  await expect(signIn(clinic.anonymous(), almost)).rejects.toMatchObject({ code: 'unauthenticated' })
  await signIn(clinic.anonymous(), { ...almost, password: long })
})

test('a common password or one made of names is rejected with the reason', async ({ clinic }) => {
  const sam = await clinic.user({ firstName: 'Samantha', lastName: 'Okoye' })
  const change = (newPassword: string) =>
    changePassword(clinic.as(sam), { currentPassword: PASSWORD, newPassword })
  for (const [newPassword, reason] of [
    ['baseball', /commonly used/],
    ['BaseBall1', /commonly used/],
    ['test-clinic-1987', /the clinic's name/],
    ['okoyesamantha', /your name/],
  ] as const)
    await expect(change(newPassword), newPassword).rejects.toMatchObject({
      code: 'invalid',
      fields: { newPassword: expect.stringMatching(reason) },
    })
  await change('aaaaaaaaaaaaaaaaaaaaaaaa')
})

test('after ten wrong current passwords the right one is rate limited, too', async ({ clinic }) => {
  const sam = await clinic.user()
  const [guess, right] = ['a guess', PASSWORD].map(
    (currentPassword) => () => changePassword(clinic.as(sam), { currentPassword, newPassword: fresh }),
  ) as [() => Promise<unknown>, () => Promise<unknown>]
  for (let count = 0; count < 10; count += 1) await expect(guess()).rejects.toMatchObject({ code: 'invalid' })
  await expect(right()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts to change the password. Try again in 15 minutes.',
    facts: { retryAfter: expect.any(Number) },
  })
  expect(await clinic.db.auditLog.count({ where: { action: 'denied' } })).toBe(10)
  await clinic.db.throttle.updateMany({ data: { expire: Date.now() - 1 } })
  await right()
})

test('the right current password clears the wrong guesses before it', async ({ clinic }) => {
  const sam = await clinic.user()
  const change = (currentPassword: string, newPassword: string) =>
    changePassword(clinic.as(sam), { currentPassword, newPassword })
  for (let count = 0; count < 9; count += 1)
    await expect(change('a guess', fresh)).rejects.toMatchObject({ code: 'invalid' })
  await change(PASSWORD, fresh)
  for (let count = 0; count < 9; count += 1)
    await expect(change('a guess', fresh)).rejects.toMatchObject({ code: 'invalid' })
  await change(fresh, 'another passphrase')
})

test('an anonymous caller cannot change a password', async ({ clinic }) => {
  const attempt = changePassword(clinic.anonymous(), { currentPassword: PASSWORD, newPassword: fresh })
  await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated', message: 'Unauthorized' })
})
