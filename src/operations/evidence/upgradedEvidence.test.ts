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

test('rows from before the names of users were kept still verify, and get none', async () => {
  await withDatabaseBefore('20261127110000_users_of_audit_rows', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO users (id, email, first_name, last_name, password_hash, role, updated_at)
         VALUES ('01a1fcf0-bbdc-730f-8d22-fb8393291341', 'ada@example.test', 'Ada', 'Byron', '', 'staff', now());
       INSERT INTO audit_logs (id, user_id, action, resource_type)
         SELECT gen_random_uuid(), '01a1fcf0-bbdc-730f-8d22-fb8393291341', 'viewed', 'patient' FROM generate_series(1, 50)`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const ctx = clinic.anonymous()
      await signHead(ctx)
      await audit(ctx, {
        action: 'viewed',
        resourceType: 'task',
        userId: '01a1fcf0-bbdc-730f-8d22-fb8393291341',
      })
      await signHead(ctx)
      expect(await verifyEvidence(ctx)).toMatchObject({ rows: 51, heads: 2, brokenLink: null })
      expect((await checkAuditTrail(ctx)).brokenLink).toBeNull()
      expect(
        await clinic.db.auditLog.groupBy({
          by: ['userName', 'userRole'],
          _count: true,
          orderBy: { userName: 'asc' },
        }),
      ).toEqual([
        { userName: 'Ada Byron', userRole: 'staff', _count: 1 },
        { userName: null, userRole: null, _count: 50 },
      ])
    } finally {
      await clinic.close()
    }
  })
})
