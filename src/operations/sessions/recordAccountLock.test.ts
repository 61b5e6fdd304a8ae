import { expect } from 'vitest'
import type { AccountLock } from '#operations/enqueue.ts'
import { setUpSignIn, somewhere, times } from '#tests/support/signInSetup.ts'
import { test } from '#tests/support/test.ts'
import { recordAccountLock } from './recordAccountLock.ts'

const request = { id: 'a request', ipAddress: '198.51.100.9', userAgent: 'a browser' }

test('a lock is recorded under the request that caused it, only once if the job runs twice', async ({
  clinic,
}) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const admin = await clinic.user({ role: 'admin' })
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(10)) await attempt(somewhere(index), sam.email, 'guess').catch(() => undefined)
  const lock: AccountLock = { userId: sam.id, until: '2026-01-05T15:15:00.000Z', request }
  await recordAccountLock(clinic.anonymous(), lock)
  await recordAccountLock(clinic.anonymous(), lock)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'locked' } })).toMatchObject([
    { userId: sam.id, requestId: request.id, ipAddress: request.ipAddress, details: { until: lock.until } },
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'account_locked', userId: admin.id }])
})

test('a lifted lock is not reported; an expired one is', async ({ clinic }) => {
  const sam = await clinic.user()
  const admin = await clinic.user({ role: 'admin' })
  const lock: AccountLock = { userId: sam.id, until: '2026-01-05T15:15:00.000Z', request }
  await recordAccountLock(clinic.anonymous(), lock)
  await recordAccountLock(clinic.anonymous(), { ...lock, userId: null })
  expect(await clinic.db.alert.count()).toBe(0)
  clinic.now = new Date(lock.until)
  await recordAccountLock(clinic.anonymous(), lock)
  expect(await clinic.db.alert.findMany()).toMatchObject([{ userId: admin.id }])
})
