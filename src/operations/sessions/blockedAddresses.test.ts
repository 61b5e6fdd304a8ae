import { expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { listBlockedAddresses, unblockAddress } from './blockedAddresses.ts'
import { signIn } from './signIn.ts'

const MINUTE = 60_000

function attempt(clinic: TestClinic, ipAddress: string, email: string, password: string) {
  const visit = clinic.anonymous()
  return signIn({ ...visit, request: { ...visit.request, ipAddress } }, { email, password })
}

async function guess(clinic: TestClinic, ipAddress: string, times: number) {
  for (let index = 0; index < times; index += 1)
    await attempt(clinic, ipAddress, `invented${index}@clinic.test`, 'guess').catch(() => undefined)
}

test('an administrator sees which addresses are blocked, until when, and no others', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await guess(clinic, '192.0.2.9', 9)
  expect(await listBlockedAddresses(admin, {})).toEqual([])
  await guess(clinic, '192.0.2.9', 1)
  await guess(clinic, '2001:db8:1:2::1', 12)
  await guess(clinic, '192.0.2.10', 9)

  const blocked = await listBlockedAddresses(admin, {})
  expect(blocked.map(({ address }) => address).sort()).toEqual(['192.0.2.9', '2001:db8:1:2::/64'])
  for (const { blockedUntil } of blocked) {
    const left = blockedUntil.getTime() - Date.now()
    expect(left).toBeGreaterThan(14 * MINUTE)
    expect(left).toBeLessThanOrEqual(15 * MINUTE)
  }
  await clinic.db.throttle.updateMany({ data: { expire: Date.now() - 1 } })
  expect(await listBlockedAddresses(admin, {}), 'when the window is over').toEqual([])
})

test('unknown browsers at an unblocked address can try again at once, and the audit log names the administrator', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { email } = await clinic.user()
  await guess(clinic, '192.0.2.9', 10)
  await guess(clinic, '192.0.2.10', 10)
  await unblockAddress(admin, { address: '192.0.2.9' })

  await attempt(clinic, '192.0.2.9', email, PASSWORD)
  await expect(attempt(clinic, '192.0.2.10', email, PASSWORD), 'no other').rejects.toMatchObject({
    code: 'rate_limited',
  })
  expect(await clinic.db.auditLog.findMany({ where: { resourceType: 'blocked_address' } })).toMatchObject([
    { action: 'deleted', resourceId: '192.0.2.9', userId: admin.actor.id },
  ])
})

test('an address stays blocked if the audit row cannot be written', async ({ clinic, database }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await guess(clinic, '192.0.2.9', 10)
  await withoutAudit(database, () =>
    expect(unblockAddress(admin, { address: '192.0.2.9' })).rejects.toThrow(/audit_logs/),
  )
  expect(await listBlockedAddresses(admin, {})).toHaveLength(1)
})

test('an address that is not blocked is not found, and nothing is recorded', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await guess(clinic, '192.0.2.9', 9)
  for (const address of ['192.0.2.9', 'nowhere', '%'])
    await expect(unblockAddress(admin, { address })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Blocked address not found',
    })
  for (const address of ['', 'x'.repeat(65), '\u0000'])
    await expect(unblockAddress(admin, { address })).rejects.toMatchObject({ code: 'invalid' })
  expect(await clinic.db.auditLog.count({ where: { resourceType: 'blocked_address' } })).toBe(0)
})

test('staff and attorneys neither see nor unblock addresses', async ({ clinic }) => {
  await guess(clinic, '192.0.2.9', 10)
  for (const role of ['staff', 'attorney'] as const) {
    const ctx = clinic.as(await clinic.user({ role }))
    await expect(listBlockedAddresses(ctx, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(unblockAddress(ctx, { address: '192.0.2.9' })).rejects.toMatchObject({ code: 'forbidden' })
  }
})
