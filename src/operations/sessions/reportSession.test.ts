import { expect } from 'vitest'
import { browserOf } from '#tests/support/knownDevices.ts'
import { type Opened, visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { sessionKey } from './openSessions.ts'
import { reportSession } from './reportSession.ts'

test('reporting an unknown session ends all sessions and asks for a new password at the next sign-in', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const own = await browserOf(clinic).signIn(sam.email)
  const unknown = await browserOf(clinic).signIn(sam.email)
  const sessionId = sessionKey(unknown.sid)
  const ctx = { ...clinic.as(sam), sid: own.sid }

  const colleague = await clinic.user()
  await expect(reportSession(clinic.as(colleague), { sessionId })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await clinic.db.session.count()).toBe(2)

  await reportSession(ctx, { sessionId })
  expect(await clinic.db.session.count()).toBe(0)
  expect(await clinic.db.knownDevice.count()).toBe(0)
  expect((await browserOf(clinic).signIn(sam.email)).user.mustChangePassword).toBe(true)
  const alerts = await clinic.db.alert.findMany({ where: { type: 'session_reported' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.id, sam.id].sort())
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'deleted', resourceType: 'session' } }),
  ).toMatchObject([{ userId: sam.id, resourceId: sessionId }])
})

test('a sign-in on a new device alerts its user, except for the first, and at most five times a day', async ({
  clinic,
}) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const alerts = () => clinic.db.alert.findMany({ where: { userId: sam.id, type: 'new_device' } })
  const browser = browserOf(clinic)
  await browser.signIn(sam.email)
  await browser.signIn(sam.email)
  expect(await alerts()).toEqual([])
  for (let other = 0; other < 7; other += 1) await browserOf(clinic).signIn(sam.email)
  expect(await alerts()).toHaveLength(5)
  expect((await alerts())[0]?.message).toContain('vitest, 192.0.2.9')
})

test('a role can have other session limits, which also shorten open sessions', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const adminSession = await browserOf(clinic).signIn(admin.email)
  const staffSession = await browserOf(clinic).signIn(sam.email)
  const changes = { sessionIdleMinutesAdmin: 5, sessionMaxHoursStaff: 1 }
  await editClinicSettings(clinic.as(admin), changes)
  const begun = clinic.now
  const later = (minutes: number) => {
    clinic.now = new Date(begun.getTime() + minutes * 60_000)
  }
  const isOpen = async (opened: Opened) => (await visitorOf(clinic, opened)) !== null

  later(6)
  expect([await isOpen(adminSession), await isOpen(staffSession)]).toEqual([false, true])
  for (let minutes = 16; minutes < 60; minutes += 10) {
    later(minutes)
    expect(await isOpen(staffSession)).toBe(true)
  }
  later(61)
  expect(await isOpen(staffSession)).toBe(false)
  clinic.now = begun
  await editClinicSettings(clinic.as(admin), { sessionIdleMinutesAdmin: null, sessionMaxHoursStaff: null })
})
