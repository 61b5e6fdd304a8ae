import { expect, test } from 'vitest'
import { openTestClinic } from '#tests/support/clinic.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { listPatients } from '../patients/listPatients.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

test('an audit log of the previous release is intact after the upgrade and can be continued', async () => {
  await withDatabaseBefore('20261122060300_reads_name_patients', async ({ ask, ownerUrl, upgrade }) => {
    await ask(`INSERT INTO audit_logs (id, action, resource_type, patient_id, details)
       SELECT gen_random_uuid(), 'listed', 'patient', CASE WHEN n % 2 = 0 THEN gen_random_uuid() END,
         '{"filters": ["search"], "count": 3}' FROM generate_series(1, 50) n`)
    await upgrade()
    const clinic = await openTestClinic(ownerUrl)
    try {
      const patient = await clinic.patient()
      const rowsBefore = await clinic.db.auditLog.count()
      await listPatients(clinic.as(await clinic.user({ role: 'admin' })), {}, {})
      expect(await clinic.db.auditLogPatients.findMany()).toMatchObject([{ patientIds: [patient.id] }])
      expect(await checkAuditTrail(clinic.anonymous())).toMatchObject({
        rows: rowsBefore + 1,
        brokenLink: null,
      })
      expect(rowsBefore).toBe(50)
    } finally {
      await clinic.close()
    }
  })
})
