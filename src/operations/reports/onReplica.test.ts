import { expect, inject } from 'vitest'
import { openDatabase } from '#infra/database.ts'
import type { Replica } from '#infra/replica.ts'
import { openTestClinic } from '#tests/support/clinic.ts'
import { makeDatabase } from '#tests/support/database.ts'
import { test } from '#tests/support/test.ts'
import { exportAuditLog } from '../audit/exportAuditLog.ts'
import { exportPatients } from './exportPatients.ts'
import { exportReportTable } from './exportReportTable.ts'
import { readClinicReport } from './readClinicReport.ts'

/** Another database in the place of a replica, which accepts no changes, so that a test can tell where rows come from. */
async function openStandIn() {
  const other = await makeDatabase(inject('templateUrl'), `test_replica_${process.pid}`)
  const clinic = await openTestClinic(other.ownerUrl)
  const user = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'There', createdById: user.id })
  const url = new URL(other.ownerUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const opened = openDatabase(url.href)
  const failures: unknown[] = []
  const replica: Replica = {
    current: async () => opened.db,
    failed: (error) => failures.push(error),
    close: opened.close,
  }
  return {
    patient,
    replica,
    failures,
    close: async () => {
      await opened.close()
      await clinic.close()
      await other.drop()
    },
  }
}

test('reports and exports are read from the replica, and their audit rows are in the database itself', async ({
  clinic,
}) => {
  const { replica, patient, failures, close } = await openStandIn()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await clinic.patient({ lastName: 'Here' })
  const ctx = { ...admin, replica }
  expect(JSON.stringify((await exportPatients(ctx, {})).rows)).toContain('There')
  await readClinicReport(ctx, {})
  await exportReportTable(ctx, { table: 'funnel' })
  expect((await exportAuditLog(ctx, {})).rows).toEqual([])
  expect(failures).toEqual([])
  const rows = await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ action, resourceType }) => `${action} ${resourceType}`)).toEqual([
    'exported patient',
    'viewed clinic_report',
    'exported clinic_report',
    'exported audit_log',
  ])
  const [first] = rows
  const named = await clinic.db.auditLogPatients.findFirst({ where: { auditLogId: first?.id ?? '' } })
  expect(named?.patientIds ?? [first?.patientId]).toEqual([patient.id])
  await close()
})

test('without a current replica, or if a read fails there, the database itself is read', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await clinic.patient({ lastName: 'Here' })
  const { db, close } = openDatabase('postgresql://nobody@127.0.0.1:1/clinic')
  const failures: unknown[] = []
  for (const current of [null, db]) {
    const replica: Replica = {
      current: async () => current,
      failed: (error) => failures.push(error),
      close,
    }
    expect(JSON.stringify((await exportPatients({ ...admin, replica }, {})).rows)).toContain('Here')
  }
  expect(failures).toHaveLength(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'exported' } })).toBe(2)
  await close()
})
