import { expect } from 'vitest'
import type { User } from '#infra/prisma/client.ts'
import { PASSWORD, type TestClinic } from '#testing/clinic.ts'
import { test } from '#testing/test.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { resetPassword } from '../users/resetPassword.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { unlockUser } from '../users/unlockUser.ts'
import { changePassword } from './changePassword.ts'
import { endOtherSessions } from './endOtherSessions.ts'
import { endSession } from './endSession.ts'
import { endUserSessions } from './endUserSessions.ts'
import { forgetStaleDevices } from './forgetStaleDevices.ts'
import { listMySessions } from './listMySessions.ts'
import { signIn } from './signIn.ts'

const DAY = 86_400_000
const FRONT_DESK = '192.0.2.9'
const wrong = { code: 'unauthenticated' }
const limited = { code: 'rate_limited' }
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A browser that keeps its device cookie. */
function browserOf(clinic: TestClinic, deviceId: string | null = null) {
  const browser = {
    deviceId,
    visit: (ipAddress: string) => {
      const visit = clinic.anybody()
      const { deviceId } = browser
      return { ...visit, readDeviceId: async () => deviceId, request: { ...visit.request, ipAddress } }
    },
    signIn: async (email: string, password = PASSWORD, ipAddress = FRONT_DESK) => {
      const signedIn = await signIn(browser.visit(ipAddress), { email, password })
      browser.deviceId = signedIn.deviceId
      return signedIn
    },
    copy: () => browserOf(clinic, browser.deviceId),
  }
  return browser
}

/** Blocks the front desk's network, from which nobody has signed in lately. */
async function blockFrontDesk(clinic: TestClinic): Promise<void> {
  for (const index of times(10))
    await expect(browserOf(clinic).signIn(`invented${index}@clinic.test`, 'guess')).rejects.toMatchObject(
      wrong,
    )
}

/** Signed in with a browser at home, as is said in the trail; so the front desk knows the device alone. */
async function knownAtHome(clinic: TestClinic, user: User) {
  const browser = browserOf(clinic)
  const { sid } = await browser.signIn(user.email, PASSWORD, '198.51.100.1')
  return { browser, ctx: { ...clinic.as(user), sid, readDeviceId: async () => browser.deviceId } }
}

test('in a blocked network a known device signs in, and a stranger with the right password does not', async ({
  clinic,
}) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  await blockFrontDesk(clinic)
  await expect(browserOf(clinic).signIn(sam.email), 'a stranger').rejects.toMatchObject(limited)
  await expect(browser.signIn(sam.email, 'mistyped')).rejects.toMatchObject(wrong)
  await browser.signIn(sam.email)
  await browserOf(clinic).signIn(sam.email, PASSWORD, '192.0.2.10')
})

test('a flood of guesses for an account, from everywhere and its own network, leaves its devices alone', async ({
  clinic,
}) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  for (const index of times(200))
    await browserOf(clinic)
      .signIn(sam.email, 'guess', index % 2 ? '198.51.100.1' : `203.0.113.${index}`)
      .catch(() => undefined)
  await browser.signIn(sam.email, PASSWORD, '198.51.100.1')
  await expect(browserOf(clinic).signIn(sam.email), 'and no one else').rejects.toMatchObject(limited)
})

test('a known device does not wait behind strangers of its network', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: waits } = Promise.withResolvers<void>()
  const delay = () => {
    waits()
    return released
  }
  const visit = { ...browserOf(clinic).visit(FRONT_DESK), delay }
  for (const _ of times(5))
    await browserOf(clinic)
      .signIn('x@clinic.test', 'guess')
      .catch(() => undefined)
  const slowed = signIn(visit, { email: 'x@clinic.test', password: 'guess' })
  await waiting
  await browser.signIn(sam.email)
  release()
  await expect(slowed).rejects.toMatchObject(wrong)
})

test('a device is known for the accounts that signed in with it, each for itself', async ({ clinic }) => {
  const [sam, ada, kim] = [await clinic.user(), await clinic.user(), await clinic.user()]
  const { browser } = await knownAtHome(clinic, sam)
  await browser.signIn(ada.email, PASSWORD, '198.51.100.1')
  await blockFrontDesk(clinic)
  await expect(browser.signIn(kim.email), 'never here').rejects.toMatchObject(limited)
  await expect(browser.signIn('nobody@clinic.test')).rejects.toMatchObject(limited)
  await browser.signIn(sam.email)
  await browser.signIn(ada.email)
})

test('a device guesses ten times for each of its accounts; signing in to another is no way around', async ({
  clinic,
}) => {
  const [sam, ada] = [await clinic.user(), await clinic.user()]
  const admin = await clinic.user({ role: 'admin' })
  const { browser } = await knownAtHome(clinic, sam)
  await browser.signIn(ada.email)
  for (const _ of times(9)) await expect(browser.signIn(ada.email, 'guess')).rejects.toMatchObject(wrong)
  await browser.signIn(sam.email)
  await expect(browser.signIn(ada.email, 'guess')).rejects.toMatchObject(wrong)
  await expect(browser.signIn(ada.email)).rejects.toMatchObject(limited)
  await browser.signIn(sam.email)

  expect(await clinic.db.alert.findMany(), 'administrators hear of it').toMatchObject([
    { type: 'account_locked', userId: admin.id },
  ])
  await unlockUser(clinic.as(admin), { userId: ada.id })
  await browser.signIn(ada.email)
})

test('of fifty guesses at once on a known device ten are looked at', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const answers = await Promise.allSettled(times(50).map((n) => browser.signIn(sam.email, `guess ${n}`)))
  const codes = answers.map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(40)
})

test('the right password on a known device takes back its own failures and no others', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const points = async () =>
    (await clinic.db.throttle.findMany({ where: { key: { startsWith: 'sign-in-as:' } } })).map(
      (row) => row.points,
    )
  for (const index of times(4))
    await browserOf(clinic)
      .signIn(sam.email, 'guess', `203.0.113.${index}`)
      .catch(() => undefined)
  for (const _ of times(3)) await browser.signIn(sam.email, 'mistyped').catch(() => undefined)
  expect(await points()).toEqual([7])
  await browser.signIn(sam.email)
  expect(await points()).toEqual([4])
})

test('an invented id, a copy from before the last sign-in, and a device of a year ago are strangers', async ({
  clinic,
}) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const copy = browser.copy()
  await browser.signIn(sam.email, PASSWORD, '198.51.100.1')
  await blockFrontDesk(clinic)
  await expect(browserOf(clinic, 'invented').signIn(sam.email)).rejects.toMatchObject(limited)
  await expect(copy.signIn(sam.email)).rejects.toMatchObject(limited)
  clinic.now = new Date(clinic.now.getTime() + 365 * DAY)
  await expect(browser.signIn(sam.email)).rejects.toMatchObject(limited)
  expect(await forgetStaleDevices(clinic.anybody())).toBe(1)
  expect(await forgetStaleDevices(clinic.anybody())).toBe(0)
})

type Known = Awaited<ReturnType<typeof knownAtHome>>
type Revoking = (known: Known, sam: User, admin: ReturnType<TestClinic['as']>) => Promise<unknown>
const revoked: Record<string, Revoking> = {
  'an administrator resets the password': (_, { id }, admin) =>
    resetPassword(admin, { userId: id, password: 'let me in once' }),
  'an administrator deactivates the user': async (_, { id }, admin) => {
    await setUserActive(admin, { userId: id, isActive: false })
    await setUserActive(admin, { userId: id, isActive: true })
  },
  'an administrator ends all sessions of the user': (_, { id }, admin) =>
    endUserSessions(admin, { userId: id }),
  'the user changes the password on another device': ({ ctx }) =>
    changePassword(
      { ...ctx, readDeviceId: async () => null },
      { currentPassword: PASSWORD, newPassword: 'a new phrase' },
    ),
  'the user ends all other sessions from another device': ({ ctx }) =>
    endOtherSessions({ ...ctx, readDeviceId: async () => 'another device' }, {}),
}

test.for(Object.entries(revoked))('a device is a stranger once %s', async ([, revoke], { clinic }) => {
  const sam = await clinic.user()
  const ada = await clinic.user()
  const known = await knownAtHome(clinic, sam)
  await known.browser.signIn(ada.email, PASSWORD, '198.51.100.1')
  await revoke(known, sam, clinic.as(await clinic.user({ role: 'admin' })))
  const { passwordHash } = await clinic.db.user.findUniqueOrThrow({
    where: { id: ada.id },
    select: { passwordHash: true },
  })
  await clinic.db.user.update({ where: { id: sam.id }, data: { passwordHash } })
  await blockFrontDesk(clinic)
  await expect(known.browser.signIn(sam.email)).rejects.toMatchObject(limited)
  await known.browser.signIn(ada.email)
})

test('a deleted user leaves no device', async ({ clinic }) => {
  const sam = await clinic.user()
  await knownAtHome(clinic, sam)
  await deleteUser(clinic.as(await clinic.user({ role: 'admin' })), { userId: sam.id })
  expect(await clinic.db.knownDevice.count()).toBe(0)
})

test('the device that asks stays known: after its password change and its ending of others', async ({
  clinic,
}) => {
  const sam = await clinic.user()
  const { browser, ctx } = await knownAtHome(clinic, sam)
  const other = await knownAtHome(clinic, sam)
  await endOtherSessions(ctx, {})
  await blockFrontDesk(clinic)
  await expect(other.browser.signIn(sam.email)).rejects.toMatchObject(limited)
  await browser.signIn(sam.email)
  const changed = await changePassword(ctx, { currentPassword: PASSWORD, newPassword: 'a new phrase' })
  browser.deviceId = changed.deviceId
  await browser.signIn(sam.email, 'a new phrase')
})

test('ending one session leaves the device known', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser, ctx } = await knownAtHome(clinic, sam)
  const [session] = await listMySessions(ctx, {})
  await endSession(ctx, { sessionId: session?.id ?? '' })
  await blockFrontDesk(clinic)
  await browser.signIn(sam.email)
})

test('a user has at most fifty devices, and those of programs go before one that came back', async ({
  clinic,
}) => {
  const sam = await clinic.user()
  const later = () => {
    clinic.now = new Date(clinic.now.getTime() + 1000)
  }
  const { browser } = await knownAtHome(clinic, sam)
  later()
  await browser.signIn(sam.email)
  for (const _ of times(60)) {
    later()
    await browserOf(clinic).signIn(sam.email)
  }
  expect(await clinic.db.knownDevice.count()).toBe(50)
  await clinic.db.throttle.deleteMany()
  for (const index of times(10))
    await browserOf(clinic)
      .signIn(`x${index}@clinic.test`, 'guess', '192.0.2.77')
      .catch(() => undefined)
  await browser.signIn(sam.email, PASSWORD, '192.0.2.77')
})

test('the database holds a hash of the device id, never the id', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const rows = await clinic.db.knownDevice.findMany()
  expect(rows).toMatchObject([{ userId: sam.id, deviceHash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect(JSON.stringify(rows)).not.toContain(browser.deviceId)
})
