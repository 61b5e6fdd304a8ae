import { readFileSync } from 'node:fs'
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

test('the indexes of the audit log can be built before the upgrade, as the changelog says', async () => {
  const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  const sql = /```sql\n(?<sql>.*?CONCURRENTLY "audit_logs.*?)```/s.exec(changelog)?.groups?.sql ?? ''
  const statements = sql.split(';').filter((statement) => statement.trim())
  await withDatabaseBefore('20261203100000_smaller_audit_rows', async ({ ask, upgrade }) => {
    const indexes = async () =>
      (await ask("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'audit_logs' ORDER BY 1")).map(
        ({ indexname, indexdef }) => `${indexname}: ${indexdef}`,
      )
    const before = await indexes()
    for (const statement of statements) await ask(statement)
    const built = (await indexes()).filter((index) => !before.includes(index))
    await upgrade()
    const after = await indexes()
    expect(built).toHaveLength(8)
    expect(after).toEqual(expect.arrayContaining(built))
    expect(after).toHaveLength(12)
  })
})
