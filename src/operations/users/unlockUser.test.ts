import { expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { readLocks, unlockUser } from './unlockUser.ts'

const attempt = (clinic: TestClinic, ipAddress: string, email: string, password: string) => {
  const visit = clinic.anonymous()
  return signIn({ ...visit, request: { ...visit.request, ipAddress } }, { email, password })
}

async function mistype(clinic: TestClinic, ipAddress: string, email: string, times: number) {
  for (let count = 0; count < times; count += 1)
    await expect(attempt(clinic, ipAddress, email, 'mistyped')).rejects.toMatchObject({
      code: 'unauthenticated',
    })
}

test('an unlocked user may sign in at once, even from the address where the attempts failed', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 10)
  await expect(attempt(clinic, '192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject({
    code: 'rate_limited',
  })

  await unlockUser(clinic.as(admin), { userId: sam.id })
  await attempt(clinic, '192.0.2.9', 'sam@clinic.test', PASSWORD)
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'updated', resourceId: sam.id } }),
  ).toMatchObject([{ resourceType: 'user', userId: admin.id, details: { fields: ['lockedUntil'] } }])
})

test('failed attempts from the same IP address on other accounts still count', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  await mistype(clinic, '192.0.2.9', 'nobody@clinic.test', 8)
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 2)
  await unlockUser(clinic.as(admin), { userId: sam.id })
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 2)
  await expect(attempt(clinic, '192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('an account is shown as locked from its last allowed attempt until the period ends', async ({
  clinic,
}) => {
  const sam = await clinic.user({ email: 'Sam@clinic.test' })
  const ada = await clinic.user({ email: 'ada@clinic.test' })
  const locks = () => readLocks(clinic.anonymous(), [ada, sam])
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 9)
  expect(await locks()).toEqual([null, null])
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 1)
  const [, until] = await locks()
  const minutes = ((until?.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
  await clinic.db.throttle.updateMany({ data: { expire: Date.now() - 1 } })
  expect(await locks()).toEqual([null, null])
})

test('staff and attorneys cannot unlock an account', async ({ clinic }) => {
  const sam = await clinic.user()
  for (const role of ['staff', 'attorney'] as const)
    await expect(
      unlockUser(clinic.as(await clinic.user({ role })), { userId: sam.id }),
    ).rejects.toMatchObject({ code: 'forbidden' })
})

test('an unlock that fails leaves the account locked and no audit row', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user({ role: 'admin' }))
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  await mistype(clinic, '192.0.2.9', 'sam@clinic.test', 10)
  const forgive = () => Promise.reject(new Error('the database is gone'))
  const signInLimits = { ...ctx.signInLimits, secondFactor: { ...ctx.signInLimits.secondFactor, forgive } }
  await expect(unlockUser({ ...ctx, signInLimits }, { userId: sam.id })).rejects.toThrow(
    'the database is gone',
  )
  expect(await readLocks(ctx, [sam])).toEqual([expect.any(Date)])
  expect(await clinic.db.auditLog.count({ where: { action: 'updated', resourceId: sam.id } })).toBe(0)
})
