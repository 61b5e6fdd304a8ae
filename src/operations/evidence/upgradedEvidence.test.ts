import { expect, test } from 'vitest'
import { openTestClinic } from '#tests/support/clinic.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { audit } from '../audit.ts'
import { signHead } from './signHead.ts'
import { verifyEvidence } from './verifyEvidence.ts'

test('rows of the previous release are signed unchanged, and later rows get the time of the database', async () => {
  await withDatabaseBefore('20261127030000_signed_tree_heads', async ({ ask, ownerUrl, upgrade }) => {
    // The application chose these times, so they may go back.
    await ask(`INSERT INTO audit_logs (id, action, resource_type, created_at)
       SELECT gen_random_uuid(), 'viewed', 'patient', now() - n * interval '1 hour' FROM generate_series(1, 50) n`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const before = Date.now()
      await signHead(clinic.anonymous())
      await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'task' })
      await signHead(clinic.anonymous())
      const row = await clinic.db.auditLog.findFirstOrThrow({ where: { resourceType: 'task' } })
      expect(row.createdAt.getTime()).toBeGreaterThanOrEqual(before - 1)
      expect(await verifyEvidence(clinic.anonymous())).toMatchObject({ rows: 51, heads: 2, brokenLink: null })
      expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
    } finally {
      await clinic.close()
    }
  })
})
