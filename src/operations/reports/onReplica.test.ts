import { expect, inject } from 'vitest'
import { openDatabase } from '#infra/database.ts'
import type { Replica } from '#infra/replica.ts'
import { exportContent } from '#tests/support/archives.ts'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { makeDatabase } from '#tests/support/database.ts'
import { test } from '#tests/support/test.ts'
import { unzip } from '#tests/support/unzip.ts'
import { exportAuditLog } from '../audit/exportAuditLog.ts'
import { requestDataExport } from '../exports/dataExports.ts'
import { writeDataExport } from '../exports/writeDataExport.ts'
import { exportPatients } from './exportPatients.ts'
import { exportReportTable } from './exportReportTable.ts'
import { onReplica } from './onReplica.ts'
import { readClinicReport } from './readClinicReport.ts'
import { readConsentFunnel } from './readConsentFunnel.ts'

/** Another database in the place of a replica, which accepts no changes, so that a test can tell where rows come from. */
async function openStandIn() {
  const other = await makeDatabase(inject('templateUrl'), `test_replica_${process.pid}`)
  const clinic = await openTestClinic(other.ownerUrl)
  const user = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'There', createdById: user.id })
  const url = new URL(other.ownerUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const opened = openDatabase(url.href)
  // Nothing is read again elsewhere.
  const replica: Replica = { current: async () => opened.db, failed: () => false, close: opened.close }
  return {
    patient,
    replica,
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
  const { replica, patient, close } = await openStandIn()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await clinic.patient({ lastName: 'Here' })
  const ctx = { ...admin, replica }
  expect(JSON.stringify((await exportPatients(ctx, {})).rows)).toContain('There')
  await readClinicReport(ctx, {})
  await exportReportTable(ctx, { table: 'funnel' })
  expect(await readConsentFunnel(ctx, { fromDay: '2020-01-01' })).toMatchObject({ added: 1 })
  expect((await exportAuditLog(ctx, {})).rows).toEqual([])
  const rows = await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })
  expect(rows.map(({ action, resourceType }) => `${action} ${resourceType}`)).toEqual([
    'exported patient',
    'viewed clinic_report',
    'exported clinic_report',
    'viewed consent_funnel',
    'exported audit_log',
  ])
  for (const row of rows.filter(({ resourceType }) => ['patient', 'consent_funnel'].includes(resourceType))) {
    const named = await clinic.db.auditLogPatients.findFirst({ where: { auditLogId: row.id } })
    expect(named?.patientIds ?? [row.patientId], `${row.resourceType} of the replica`).toEqual([patient.id])
  }
  await close()
})

/** The texts of all patients in a full export that reads with this replica. */
async function exportedPatients(clinic: TestClinic, replica: Replica): Promise<string> {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id } = await requestDataExport(admin, { password: PASSWORD })
  await writeDataExport({ ...clinic.anonymous(), replica }, { exportId: id })
  expect(await clinic.db.dataExport.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'ready' })
  return String(unzip((await exportContent(clinic, id)) ?? Buffer.alloc(0)).get('patients.json'))
}

test('a full export is read from the replica, and from the database itself if the replica goes away', async ({
  clinic,
}) => {
  await clinic.patient({ lastName: 'Here' })
  const { replica, close } = await openStandIn()
  const there = await exportedPatients(clinic, replica)
  expect([there.includes('There'), there.includes('Here')]).toEqual([true, false])
  expect(await exportedPatients(clinic, goneReplica())).toContain('Here')
  expect(await clinic.db.auditLog.count({ where: { action: 'exported' } })).toBe(2)
  await close()
})

/** A replica that was up to date and then went away. It says which reads failed there for that reason. */
function goneReplica(failures: unknown[] = []): Replica {
  const { db, close } = openDatabase('postgresql://nobody@127.0.0.1:1/clinic')
  return {
    current: async () => db,
    failed: (error) => failures.push(error) > 0,
    close,
  }
}

test('without a current replica, or if it goes away, a report is read from the database itself', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await clinic.patient({ lastName: 'Here' })
  const failures: unknown[] = []
  const gone = goneReplica(failures)
  for (const replica of [{ ...gone, current: async () => null }, gone])
    expect(JSON.stringify((await exportPatients({ ...admin, replica }, {})).rows)).toContain('Here')
  expect(failures).toHaveLength(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'exported' } })).toBe(2)
  await gone.close()
})

test('an error that is not the replica’s is not hidden by a second read', async ({ clinic }) => {
  const { replica, close } = await openStandIn()
  let reads = 0
  const write = onReplica({ ...clinic.anonymous(), replica }, ({ db }) => {
    reads += 1
    return db.patient.updateMany({ data: { lastName: 'Elsewhere' } })
  })
  await expect(write).rejects.toThrow(/read-only/)
  expect(reads).toBe(1)
  await close()
})
