import { expect } from 'vitest'
import { tamper, twoChains } from '#tests/support/tamper.ts'
import { tamperings } from '#tests/support/tamperings.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { signHead } from './signHead.ts'

// `npm run test:long` tries every column and position, also with the stolen key.
const some = tamperings([4]).filter(({ what }) => /user_id|created_at|deletes|cuts|inserts|swaps/.test(what))

test.for(some)('the check finds a superuser who $what', async ({ sql }, { clinic, database }) => {
  const [lane] = await twoChains(clinic)
  await signHead(clinic.anonymous())
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
  // The checks are rolled back too.
  await tamper(database, `${sql} DELETE FROM audit_checks;`.replaceAll(':A', String(lane)))
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).not.toBeNull()
})
