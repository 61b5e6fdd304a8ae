import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { tamper, twoChains } from '#tests/support/tamper.ts'
import { forgetHeads, tamperings } from '#tests/support/tamperings.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { audit } from '../audit.ts'
import { hasHead } from './hasHead.ts'
import { keepHeadsSigned } from './keepHeadsSigned.ts'
import { signHead } from './signHead.ts'

const all = tamperings([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])

/** The hash of the newest head, which a person outside has kept. */
async function keptHead(clinic: TestClinic): Promise<string> {
  const head = await signHead(clinic.anonymous())
  return Buffer.from(head?.sha256 ?? []).toString('hex')
}

test('there are at least 500 tamperings', () => {
  expect(all.length * 2).toBeGreaterThanOrEqual(500)
})

describe('the check finds a superuser who', () => {
  test.for(all)('$what', async ({ sql }, { clinic, database }) => {
    const [lane] = await twoChains(clinic)
    await keptHead(clinic)
    await tamper(database, `${sql} DELETE FROM audit_checks;`.replaceAll(':A', String(lane)))
    expect((await checkAuditTrail(clinic.anonymous())).brokenLink).not.toBeNull()
  })
})

describe('a kept head finds a superuser with the key, who signs everything again and', () => {
  test.for(all)('$what', async ({ sql }, { clinic, database }) => {
    const [lane] = await twoChains(clinic)
    const kept = await keptHead(clinic)
    await tamper(database, `${sql} ${forgetHeads}`.replaceAll(':A', String(lane)))
    await keepHeadsSigned(clinic.anonymous())
    expect(await hasHead(clinic.anonymous(), kept)).toBe(false)
  })
})

test('a hundred honest days with restarts and two processes raise no alarm', async ({ clinic }) => {
  await twoChains(clinic)
  const kept: string[] = []
  for (let day = 0; day < 100; day += 1) {
    clinic.now = new Date(clinic.now.getTime() + 86_400_000)
    const ctx = clinic.anonymous()
    await Promise.all([
      audit(ctx, { action: 'viewed', resourceType: 'patient' }),
      audit(ctx, { action: 'listed', resourceType: 'patient' }),
      signHead(ctx),
    ])
    const stopping = AbortSignal.abort()
    await Promise.all([signHead(ctx, stopping), signHead(ctx)])
    kept.push(await keptHead(clinic))
    if (day % 10 === 0) expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
  }
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
  for (const hash of kept) expect(await hasHead(clinic.anonymous(), hash)).toBe(true)
})
