import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '#infra/migrate.ts'
import { openTestClinic } from '#tests/support/clinic.ts'
import { listPatients } from '../patients/listPatients.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'

const MIGRATION = '20261122060300_reads_name_patients'
const folder = new URL('../../../prisma/migrations', import.meta.url).pathname

test('an audit log of the release before verifies after the upgrade, and goes on', async () => {
  const template = new URL(inject('templateUrl'))
  const name = `upgrade_${process.pid}`
  const ownerUrl = Object.assign(new URL(template), { pathname: `/${name}` }).href
  const ask = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  await ask(template.href, `CREATE DATABASE ${name}`)
  try {
    const earlier = readdirSync(folder).filter((one) => one < MIGRATION)
    await migrate({ ownerUrl, log: () => {}, restoring: { only: earlier } })
    await ask(
      ownerUrl,
      `INSERT INTO audit_logs (id, action, resource_type, patient_id, details)
       SELECT gen_random_uuid(), 'listed', 'patient', CASE WHEN n % 2 = 0 THEN gen_random_uuid() END,
         '{"filters": ["search"], "count": 3}' FROM generate_series(1, 50) n`,
    )
    await migrate({ ownerUrl, log: () => {} })
    const clinic = await openTestClinic(ownerUrl)
    try {
      const patient = await clinic.patient()
      const rowsBefore = await clinic.db.auditLog.count()
      await listPatients(clinic.as(await clinic.user({ role: 'admin' })), {}, {})
      expect(await clinic.db.auditLogPatients.findMany()).toMatchObject([{ patientIds: [patient.id] }])
      expect(await checkAuditTrail(clinic.anybody())).toMatchObject({
        rows: rowsBefore + 1,
        brokenLink: null,
      })
      expect(rowsBefore).toBe(50)
    } finally {
      await clinic.close()
    }
  } finally {
    await ask(template.href, `DROP DATABASE ${name} WITH (FORCE)`)
  }
})
