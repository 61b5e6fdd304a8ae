import { expect } from 'vitest'
import type { User } from '#infra/prisma/client.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { blockFrontDesk, knownAtHome } from '#tests/support/knownDevices.ts'
import { limited } from '#tests/support/signInSetup.ts'
import { test } from '#tests/support/test.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { resetPassword } from '../users/resetPassword.ts'
import { setUserActive } from '../users/setUserActive.ts'
import { changePassword } from './changePassword.ts'
import { endOtherSessions, endSession, endUserSessions } from './endSessions.ts'
import { listMySessions } from './openSessions.ts'

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

test('the current device stays known after a password change and after ending other sessions', async ({
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
