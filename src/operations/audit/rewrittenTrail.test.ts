import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { rehash, reseal, tamper, twoChains } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

const rowAt = async ({ db }: TestClinic, lane: number | undefined, position: number) =>
  (await db.auditLog.findFirst({ where: { lane: lane ?? -1, position } }))?.id ?? null

const check = (clinic: TestClinic, options = {}) => checkAuditTrail(clinic.anonymous(), options)

describe('a superuser who rewrites a chain up to its end, so that it is consistent', () => {
  const rewrite = `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4; ${rehash(4)} ${reseal}`
  const shorten = `DELETE FROM audit_logs WHERE lane = :A AND position > 7; ${reseal}`

  test.for([
    ['changing a row', rewrite],
    ['taking off its end', shorten],
  ] as const)('%s, is detected by an earlier check', async ([, sql], { clinic, database }) => {
    const [lane] = await twoChains(clinic)
    expect((await check(clinic)).brokenLink).toBeNull()
    await tamper(database, sql.replaceAll(':A', String(lane)))
    const expected = { lane, position: 10, rowId: await rowAt(clinic, lane, 10), kind: 'rewritten' }
    expect((await check(clinic)).brokenLink).toEqual(expected)
    // The failed check does not become the reference of the next one.
    expect((await check(clinic)).brokenLink).toEqual(expected)
  })

  test('and the earlier checks, is detected by the logged digest', async ({ clinic, database }) => {
    const [lane] = await twoChains(clinic)
    const logged = (await check(clinic)).digest
    expect((await check(clinic, { digest: logged })).brokenLink).toBeNull()
    await tamper(database, `${rewrite.replaceAll(':A', String(lane))} DELETE FROM audit_checks`)
    const { brokenLink, digest } = await check(clinic)
    expect(brokenLink).toBeNull()
    expect(digest).not.toBe(logged)
    await expect(check(clinic, { digest: logged })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is detected by an old digest, too', async ({ clinic, database }) => {
    const [lane] = await twoChains(clinic)
    const logged = (await check(clinic)).digest
    await tamper(database, rewrite.replaceAll(':A', String(lane)))
    await tamper(database, 'UPDATE audit_checks SET is_intact = false')
    expect((await check(clinic)).brokenLink).toBeNull()
    expect((await check(clinic, { digest: logged })).brokenLink).toMatchObject({ kind: 'rewritten' })
  })
})
