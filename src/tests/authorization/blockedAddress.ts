import type { TestClinic } from '#tests/support/clinic.ts'

/** An IP address that is blocked after too many failed sign-ins. */
export async function blockedAddress({ db, instances }: TestClinic) {
  const address = '203.0.113.50'
  const { points } = instances.signInLimits.address
  await db.throttle.create({
    data: { key: `sign-in-from:${address}`, points, expire: Date.now() + 3_600_000 },
  })
  return { address }
}
