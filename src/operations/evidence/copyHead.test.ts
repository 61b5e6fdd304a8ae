import { afterEach, beforeEach, expect, vi } from 'vitest'
import { makeLockedCopies } from '#infra/evidence/lockedCopies.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openS3, type S3Server } from '#tests/support/s3Server.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { compareCopies, copyNewestHead } from './copyHead.ts'
import { readTreeHead } from './readTreeHead.ts'
import { signHead } from './signHead.ts'

const HOUR = 3_600_000

let s3: S3Server
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  s3 = await openS3('evidence')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await s3.close()
})

/** A clinic that copies its tree heads to the bucket, and a function that signs one over a new row and copies it. */
async function copying(clinic: TestClinic) {
  clinic.instances.lockedCopies = makeLockedCopies({ ...s3.settings, prefix: 'heads/', years: 6 })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const sign = async () => {
    await audit(admin, { action: 'viewed', resourceType: 'audit_log' })
    return signHead(clinic.anonymous())
  }
  const copy = () => copyNewestHead(clinic.anonymous())
  const wait = (ms: number) => {
    clinic.now = new Date(clinic.now.getTime() + ms)
  }
  return { admin, sign, copy, wait }
}

test('the newest head is copied once an hour, locked for six years, if there are new rows', async ({
  clinic,
}) => {
  const { admin, sign, copy, wait } = await copying(clinic)
  const head = await sign()
  expect(await copy()).toBeNull()
  const [[key, kept] = []] = [...s3.objects]
  const hash = Buffer.from(head?.sha256 ?? []).toString('hex')
  expect(key).toMatch(new RegExp(`^heads/[^/]+/0{11}1-${hash}\\.txt$`))
  expect(String(kept?.content), 'with its signature').toBe(head?.note)
  expect(kept?.lock).toEqual({
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': expect.stringMatching(/^2032-01-05T/),
  })
  await sign()
  expect(await copy()).toBeNull()
  expect(s3.objects.size, 'not twice within an hour').toBe(1)
  wait(HOUR)
  await copy()
  expect(s3.objects.size).toBe(2)
  wait(HOUR)
  await copy()
  expect(s3.objects.size, 'nothing without new rows').toBe(2)
  expect(await readTreeHead(admin, {})).toMatchObject({
    lockedCopy: { copiedAt: new Date(clinic.now.getTime() - HOUR), isLate: false },
  })
})

test.for(['refused', 'ignored'] as const)(
  'a bucket whose Object Lock is %s counts as no copy, and administrators are alerted after a day, once',
  async (objectLock, { clinic }) => {
    const { admin, sign, copy, wait } = await copying(clinic)
    s3.contract.objectLock = objectLock
    await sign()
    expect(await copy()).toMatch(/InvalidRequest|does not lock objects/)
    expect(await clinic.db.alert.count()).toBe(0)
    wait(25 * HOUR)
    await copy()
    await copy()
    expect(await clinic.db.alert.findMany({ where: { userId: admin.actor.id } })).toMatchObject([
      { type: 'locked_copy_late', message: expect.stringContaining('the bucket evidence since') },
    ])
    expect(await readTreeHead(admin, {})).toMatchObject({ lockedCopy: { copiedAt: null, isLate: true } })
  },
)

test('every copy is a head of the database, over several pages of the bucket', async ({ clinic }) => {
  const { sign, copy, wait } = await copying(clinic)
  for (let n = 0; n < 5; n += 1) {
    await sign()
    await copy()
    wait(HOUR)
  }
  expect(await compareCopies(clinic.anonymous())).toEqual({ copies: 5, missing: null })
})

test('a database that was rolled back lacks the head of a copy, also after it has signed others', async ({
  clinic,
}) => {
  const { sign, copy } = await copying(clinic)
  const head = await sign()
  await copy()
  const hash = Buffer.from(head?.sha256 ?? []).toString('hex')
  const [[key = ''] = []] = [...s3.objects]
  const other = 'f'.repeat(64)
  s3.objects.set(key.replace(hash, other), { content: Buffer.from('a head that is gone'), at: new Date() })
  expect(await compareCopies(clinic.anonymous())).toMatchObject({ missing: other })
  s3.objects.delete(key.replace(hash, other))
  s3.objects.set(key.replace(/0{11}1-/, '000000000009-'), { content: Buffer.from('later'), at: new Date() })
  expect(await compareCopies(clinic.anonymous())).toMatchObject({ missing: hash })
})

test('the copies of another log in the same bucket are left alone', async ({ clinic }) => {
  const { sign, copy } = await copying(clinic)
  await sign()
  await copy()
  s3.objects.set(`heads/other/000000000001-${'a'.repeat(64)}.txt`, {
    content: Buffer.from('x'),
    at: new Date(),
  })
  expect(await compareCopies(clinic.anonymous())).toEqual({ copies: 1, missing: null })
})
