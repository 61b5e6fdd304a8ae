import { expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { sessionOf, visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { recognizeSession } from './recognizeVisitor.ts'
import { endStaleSessions } from './removeExpired.ts'
import { signIn } from './signIn.ts'

const MINUTE = 60_000

async function signedIn(clinic: TestClinic) {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const { sid, deviceId } = await signIn(clinic.anonymous(), { email: 'sam@clinic.test', password: PASSWORD })
  const recognized = () => visitorOf(clinic, { sid, deviceId })
  const wait = (minutes: number) => {
    clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
  }
  const session = () => clinic.db.session.findUniqueOrThrow({ where: { sid } })
  return { sam, recognized, wait, session }
}

test('a session returns its user with the fields that screens show', async ({ clinic }) => {
  const { sam, recognized } = await signedIn(clinic)
  const { id, role, email, firstName, lastName } = sam
  expect(await recognized()).toEqual({
    id,
    kind: 'person',
    role,
    email,
    firstName,
    lastName,
    mustChangePassword: false,
    mustAddFactor: false,
    hasSecondFactor: false,
    hasProviderFactor: false,
    factorGraceFrom: sam.factorGraceFrom,
    profileImageUrl: null,
    noticeMinutes: 2,
    emailAlerts: true,
    firm: null,
  })
})

test('an unknown ID is anonymous', async ({ clinic }) => {
  expect(await visitorOf(clinic, { sid: 'made up', deviceId: 'made up' })).toBeNull()
})

test('fifteen idle minutes end a session', async ({ clinic }) => {
  const { recognized, wait } = await signedIn(clinic)
  wait(14.9)
  expect(await recognized()).not.toBeNull()
  wait(15)
  expect(await recognized()).toBeNull()
})

test('twelve hours end a session that was never idle', async ({ clinic }) => {
  const { recognized, wait } = await signedIn(clinic)
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    expect(await recognized(), `after ${minutes} minutes`).not.toBeNull()
    wait(10)
  }
  expect(await recognized()).not.toBeNull()
  wait(10)
  expect(await recognized()).toBeNull()
})

test('the last-seen time is written at most once a minute', async ({ clinic }) => {
  const { recognized, wait, session } = await signedIn(clinic)
  const before = await session()
  wait(0.9)
  await recognized()
  expect(await session()).toEqual(before)
  wait(0.1)
  await recognized()
  const after = await session()
  expect(after.sess).toMatchObject({ seenAt: '2026-01-05T15:01:00.000Z' })
  expect(after.expire).toEqual(new Date('2026-01-05T15:16:00.000Z'))
})

test('a session with a one-minute limit stays open while it is used', async ({ clinic }) => {
  const { sid, deviceId } = await signIn(clinic.anonymous(), {
    email: (await clinic.user()).email,
    password: PASSWORD,
  })
  const short = () => ({
    ...clinic.anonymous(),
    readDeviceId: async () => deviceId,
    sessionLimits: { idleMinutes: 1, absoluteHours: 12 },
  })
  for (let seconds = 0; seconds < 300; seconds += 30) {
    clinic.now = new Date(clinic.now.getTime() + 30_000)
    expect(await recognizeSession(short(), sid), `after ${seconds} seconds`).not.toBeNull()
  }
})

test('the reported expiry includes the current request, and the final one is marked as final', async ({
  clinic,
}) => {
  const { sid, deviceId } = await signIn(clinic.anonymous(), {
    email: (await clinic.user()).email,
    password: PASSWORD,
  })
  const end = async (minutes: number, options?: { keepsAlive: boolean }) => {
    clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
    return (await sessionOf(clinic, { sid, deviceId }, options))?.end
  }
  expect(await end(5)).toEqual({ at: new Date('2026-01-05T15:20:00.000Z'), isFinal: false })
  expect(await end(4, { keepsAlive: false })).toEqual({
    at: new Date('2026-01-05T15:20:00.000Z'),
    isFinal: false,
  })
  for (let minutes = 20; minutes < 12 * 60; minutes += 10) await end(10)
  expect(await end(0)).toEqual({ at: new Date('2026-01-06T03:00:00.000Z'), isFinal: true })
})

test('deactivating, deleting or demoting a user applies from the next request', async ({ clinic }) => {
  const { sam, recognized } = await signedIn(clinic)
  const change = (data: object) => clinic.db.user.update({ where: { id: sam.id }, data })
  await change({ role: 'attorney' })
  expect(await recognized()).toMatchObject({ role: 'attorney' })
  await change({ isActive: false })
  expect(await recognized()).toBeNull()
  await change({ isActive: true, deletedAt: clinic.now })
  expect(await recognized()).toBeNull()
})

test('rows of expired sessions are removed, others stay', async ({ clinic }) => {
  const { wait } = await signedIn(clinic)
  wait(16)
  await clinic.user({ email: 'ada@clinic.test' })
  const { sid } = await signIn(clinic.anonymous(), { email: 'ada@clinic.test', password: PASSWORD })
  expect(await endStaleSessions(clinic.anonymous())).toBe(1)
  expect((await clinic.db.session.findMany()).map((one) => one.sid)).toEqual([sid])
})
