import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { blockFrontDesk, browserOf, FRONT_DESK, knownAtHome } from '#tests/support/knownDevices.ts'
import { runAccountLockJobs } from '#tests/support/queue.ts'
import { limited, times, wrong } from '#tests/support/signInSetup.ts'
import { test } from '#tests/support/test.ts'
import { unlockUser } from '../users/unlockUser.ts'
import { forgetStaleDevices } from './removeExpired.ts'
import { signIn } from './signIn.ts'

const DAY = 86_400_000

test('in a blocked network a known device can sign in, and an unknown browser with the right password cannot', async ({
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

test('a flood of guesses for an account, even from its own network, does not lock out its known devices', async ({
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

test('a known device does not wait for unknown browsers on its network', async ({ clinic }) => {
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

test('a device is known only for the accounts that signed in with it', async ({ clinic }) => {
  const [sam, ada, kim] = [await clinic.user(), await clinic.user(), await clinic.user()]
  const { browser } = await knownAtHome(clinic, sam)
  await browser.signIn(ada.email, PASSWORD, '198.51.100.1')
  await blockFrontDesk(clinic)
  await expect(browser.signIn(kim.email), 'never here').rejects.toMatchObject(limited)
  await expect(browser.signIn('nobody@clinic.test')).rejects.toMatchObject(limited)
  await browser.signIn(sam.email)
  await browser.signIn(ada.email)
})

test('a sign-in to another account with a stolen device cookie does not change the owner’s device', async ({
  clinic,
}) => {
  const [sam, thief] = [await clinic.user(), await clinic.user()]
  const { browser } = await knownAtHome(clinic, sam)
  const stolen = browser.copy()
  const devicesOf = (userId: string) => clinic.db.knownDevice.findMany({ where: { userId } })
  const before = await devicesOf(sam.id)
  await stolen.signIn(thief.email, PASSWORD, '203.0.113.1')
  expect(await devicesOf(sam.id)).toEqual(before)
  expect(await devicesOf(thief.id)).toHaveLength(1)

  await browser.signIn(sam.email, PASSWORD, '198.51.100.1')
  await blockFrontDesk(clinic)
  await expect(stolen.signIn(sam.email), 'after the next sign-in of its owner').rejects.toMatchObject(limited)
  await stolen.signIn(thief.email)
  await browser.signIn(sam.email)
})

test('a browser is known for the last ten accounts that signed in with it', async ({ clinic }) => {
  const browser = browserOf(clinic)
  const users = await Promise.all(times(11).map(() => clinic.user()))
  for (const { email } of users) await browser.signIn(email, PASSWORD, '198.51.100.1')
  await blockFrontDesk(clinic)
  const [first, ...others] = users
  await expect(browser.signIn(first?.email ?? '')).rejects.toMatchObject(limited)
  for (const _ of times(2)) for (const { email } of others) await browser.signIn(email)
})

test('a device has ten guesses per account, and a sign-in to another account does not reset them', async ({
  clinic,
  database,
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

  await runAccountLockJobs(clinic, database)
  expect(await clinic.db.alert.findMany(), 'administrators hear of it').toMatchObject([
    { type: 'account_locked', userId: admin.id },
  ])
  await unlockUser(clinic.as(admin), { userId: ada.id })
  await browser.signIn(ada.email)
})

test('of fifty concurrent guesses on a known device ten are verified', async ({ clinic }) => {
  const sam = await clinic.user()
  const { browser } = await knownAtHome(clinic, sam)
  const answers = await Promise.allSettled(times(50).map((n) => browser.signIn(sam.email, `guess ${n}`)))
  const codes = answers.map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(40)
})

test('the right password on a known device clears only the failures of that device', async ({ clinic }) => {
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

test('a made-up ID, a cookie from before the last sign-in and a device of a year ago are unknown', async ({
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
  expect(await forgetStaleDevices(clinic.anonymous())).toBe(1)
  expect(await forgetStaleDevices(clinic.anonymous())).toBe(0)
})

test('a user has at most fifty devices, and devices used once are removed before one that returned', async ({
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
