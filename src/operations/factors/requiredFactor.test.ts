import { expect, onTestFinished } from 'vitest'
import { can } from '#domain/access/policy.ts'
import { demoSecondFactors } from '#domain/factors/secondFactor.ts'
import { codeAt, setUpAuthenticator } from '#tests/support/authenticator.ts'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { sessionOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { createApiKey } from '../apiKeys/createApiKey.ts'
import { recognizeKey } from '../apiKeys/recognizeKey.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'
import { readCalendarFeed } from '../calendar/readCalendarFeed.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { signIn } from '../sessions/signIn.ts'
import { editUser } from '../users/editUser.ts'
import { removeAuthenticator } from './removeAuthenticator.ts'
import { resetSecondFactor } from './resetSecondFactor.ts'

const days = (clinic: TestClinic, count: number) => {
  clinic.now = new Date(clinic.now.getTime() + count * 86_400_000)
}
const enter = (clinic: TestClinic, email: string, shown: object = {}) =>
  signIn(clinic.anonymous(), { email, password: PASSWORD, ...shown })

test('an administrator must have a second factor after seven days, other users never', async ({ clinic }) => {
  const since = { factorGraceFrom: clinic.now }
  const admin = await clinic.user({ role: 'admin', ...since })
  const staff = await clinic.user(since)
  days(clinic, 6.9)
  expect((await enter(clinic, admin.email)).user).toMatchObject({ mustAddFactor: false })
  days(clinic, 0.2)
  const { user, sid, deviceId } = await enter(clinic, admin.email)
  expect(user).toMatchObject({ mustAddFactor: true })
  expect((await sessionOf(clinic, { sid, deviceId }))?.viewer).toMatchObject({ mustAddFactor: true })
  expect([can(user, 'patient.list'), can(user, 'session.manage'), can(user, 'factor.add')]).toEqual([
    false,
    false,
    true,
  ])
  expect((await enter(clinic, staff.email)).user).toMatchObject({ mustAddFactor: false })
  const { code } = await setUpAuthenticator(clinic, admin)
  expect((await enter(clinic, admin.email, { code: code() })).user).toMatchObject({ mustAddFactor: false })
})

test('an open session, an API key and a calendar feed end with the grace period', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', factorGraceFrom: clinic.now })
  const { secret } = await createApiKey(clinic.as(admin), {
    userId: admin.id,
    name: 'Program',
    scopes: ['patients_read'],
  })
  const { address } = await createCalendarFeed(clinic.as(admin), {})
  const token = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
  days(clinic, 6.999)
  const { sid, deviceId } = await enter(clinic, admin.email)
  const reads = async () => {
    const viewer = (await sessionOf(clinic, { sid, deviceId }))?.viewer ?? null
    return [
      can(viewer, 'patient.list'),
      can(await recognizeKey(clinic.anonymous(), secret), 'patient.list'),
      await readCalendarFeed(clinic.anonymous(), { token }).then(
        () => true,
        () => false,
      ),
    ]
  }
  expect(await reads()).toEqual([true, true, true])
  clinic.now = new Date(clinic.now.getTime() + 120_000)
  expect(await reads()).toEqual([false, false, false])
})

test('a stricter rule begins a new grace period, a looser one ends the duty', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await setUpAuthenticator(clinic, admin)
  const staff = await clinic.user({ factorGraceFrom: new Date(0) })
  const due = async () => (await enter(clinic, staff.email)).user.mustAddFactor
  await editClinicSettings(clinic.as(admin), { secondFactorRoles: 'clinic', secondFactorGraceDays: 2 })
  expect(await due()).toBe(false)
  days(clinic, 2.1)
  expect(await due()).toBe(true)
  // The same rule again does not prolong it.
  await editClinicSettings(clinic.as(admin), { secondFactorRoles: 'clinic' })
  expect(await due()).toBe(true)
  await editClinicSettings(clinic.as(admin), { secondFactorRoles: null })
  expect(await due()).toBe(false)
})

test('a new role begins a grace period', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const staff = await clinic.user({ factorGraceFrom: new Date(0) })
  await editUser(admin, { userId: staff.id, role: 'admin' })
  expect((await enter(clinic, staff.email)).user).toMatchObject({ role: 'admin', mustAddFactor: false })
})

test('removing the factor gives no new grace period', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await setUpAuthenticator(clinic, admin)
  await removeAuthenticator(clinic.as(admin), {})
  expect((await enter(clinic, admin.email)).user).toMatchObject({ mustAddFactor: true })
})

test('an administrator resets a lost factor with a reason, which alerts the user and all administrators', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' })
  const other = await clinic.user({ role: 'admin' })
  const user = await clinic.user({ firstName: 'Reno', lastName: 'Park' })
  const { code, secret } = await setUpAuthenticator(clinic, user)
  const { sid, deviceId } = await enter(clinic, user.email, { code: code() })
  const asked = { userId: user.id, reason: 'Lost the phone on the train' }
  await expect(resetSecondFactor(clinic.as(user), asked)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(resetSecondFactor(clinic.as(admin), { ...asked, userId: admin.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(resetSecondFactor(clinic.as(admin), { ...asked, reason: 'Lost' })).rejects.toMatchObject({
    fields: { reason: 'The reason must be at least 10 characters' },
  })
  await resetSecondFactor(clinic.as(admin), asked)
  await expect(resetSecondFactor(clinic.as(admin), asked)).rejects.toMatchObject({ code: 'conflict' })

  expect(await sessionOf(clinic, { sid, deviceId })).toBeNull()
  expect(codeAt(secret, clinic.now)).toBe(code())
  await enter(clinic, user.email)
  const alerts = await clinic.db.alert.findMany({ where: { type: 'second_factor_reset' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.id, other.id, user.id].sort())
  expect(alerts[0]?.message).toBe(
    'Ada Moss reset the second factor of Reno Park: Lost the phone on the train',
  )
  expect(await clinic.db.secondFactorReset.findMany()).toMatchObject([
    { userId: user.id, resetById: admin.id, reason: asked.reason },
  ])
  expect(await clinic.db.auditLog.findMany({ where: { resourceType: 'second_factor' } })).toMatchObject([
    { action: 'deleted', userId: admin.id, resourceId: user.id },
  ])
})

test('the demo clinic requires no second factor', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', factorGraceFrom: null })
  expect((await enter(clinic, admin.email)).user.mustAddFactor).toBe(true)
  const { standard } = clinic.instances.settings
  const { secondFactors } = standard
  onTestFinished(() => void Object.assign(standard, { secondFactors }))
  standard.secondFactors = demoSecondFactors
  await clinic.instances.settings.refresh()
  expect((await enter(clinic, admin.email)).user.mustAddFactor).toBe(false)
})

test('for an administrator of an earlier release, the grace period begins with the upgrade', async () => {
  await withDatabaseBefore('20261127050000_second_factors', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       VALUES (gen_random_uuid(), 'old@clinic.test', 'x', 'Old', 'Admin', 'admin', now() - interval '2 years', now())`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const passwordHash = await clinic.instances.passwords.hash(PASSWORD)
      await clinic.db.user.updateMany({ data: { passwordHash } })
      clinic.now = new Date()
      days(clinic, 6.9)
      expect((await enter(clinic, 'old@clinic.test')).user.mustAddFactor).toBe(false)
      days(clinic, 0.2)
      expect((await enter(clinic, 'old@clinic.test')).user.mustAddFactor).toBe(true)
    } finally {
      await clinic.close()
    }
  })
})
