import { expect } from 'vitest'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { accountKey } from '../sessions/countAttempt.ts'
import { signIn } from '../sessions/signIn.ts'
import { recoverAdministrator } from './recoverAdministrator.ts'

const PASSPHRASE = 'a long pass phrase'

test('a recovered account is an active administrator with the new password, audited and alerted', async ({
  clinic,
}) => {
  const other = await clinic.user({ role: 'admin' })
  const lost = await clinic.user({ email: 'ada@clinic.test' })
  await signIn(clinic.anonymous(), { email: lost.email, password: PASSWORD })
  await clinic.db.user.update({ where: { id: lost.id }, data: { isActive: false } })
  const { account } = clinic.instances.signInLimits
  for (let tried = 0; tried < account.points; tried += 1) await account.consume(accountKey(lost.email))

  await recoverAdministrator(clinic.anonymous(), { email: 'ADA@clinic.test', password: PASSPHRASE })
  expect(await clinic.db.session.count()).toBe(0)
  const { user } = await signIn(clinic.anonymous(), { email: lost.email, password: PASSPHRASE })
  expect(user).toMatchObject({ id: lost.id, role: 'admin', mustChangePassword: false })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'user', resourceId: lost.id } }),
  ).toMatchObject([{ action: 'updated', userId: null, details: { by: 'recovery', role: 'admin' } }])
  const alerts = await clinic.db.alert.findMany({ where: { type: 'administrator_recovered' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([other.id, lost.id].sort())
})

test('recovering an administrator removes the lost second factor, and a new one is due at once', async ({
  clinic,
}) => {
  const lost = await clinic.user({ email: 'ada@clinic.test', role: 'admin' })
  await setUpAuthenticator(clinic, lost)
  await recoverAdministrator(clinic.anonymous(), { email: lost.email, password: PASSPHRASE })
  const { user } = await signIn(clinic.anonymous(), { email: lost.email, password: PASSPHRASE })
  expect(user).toMatchObject({ hasSecondFactor: false, mustAddFactor: true })
  expect(await clinic.db.recoveryCode.count()).toBe(0)
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'user', resourceId: lost.id } }),
  ).toMatchObject([{ details: { by: 'recovery', fields: expect.arrayContaining(['secondFactors']) } }])
})

test('an unknown or deleted account and a common password are refused', async ({ clinic }) => {
  await clinic.user({ email: 'gone@clinic.test', deletedAt: clinic.now })
  await clinic.user({ email: 'ada@clinic.test' })
  for (const email of ['nobody@clinic.test', 'gone@clinic.test'])
    await expect(
      recoverAdministrator(clinic.anonymous(), { email, password: PASSPHRASE }),
    ).rejects.toMatchObject({ code: 'not_found' })
  await expect(
    recoverAdministrator(clinic.anonymous(), { email: 'ada@clinic.test', password: 'password123' }),
  ).rejects.toMatchObject({ code: 'invalid' })
})
