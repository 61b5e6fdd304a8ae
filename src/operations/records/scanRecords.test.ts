import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { servable } from '#domain/records/scan.ts'
import { FINDING, openClamd, scanWith } from '#tests/support/clamdServer.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { sample, storedRecord } from '#tests/support/recordFiles.ts'
import { harmful, setUpScans } from '#tests/support/scanSetup.ts'
import { test } from '#tests/support/test.ts'
import { downloadRecord } from './serveRecord.ts'

test('a file cannot be opened until its scan finds nothing', async ({ clinic, database }) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { staff, patient, upload, scan, look } = await setUpScans(clinic)
  const { id: recordId, scanState } = await upload()
  expect(scanState).toBe('waiting')
  expect(await queuedJobs(database)).toMatchObject([{ task: 'scan_records', key: `scan:${recordId}` }])
  const which = { patientId: patient.id, recordId }
  const fetch = () => downloadRecord(clinic.as(staff), which)
  await expect(fetch()).rejects.toMatchObject({
    code: 'conflict',
    message: 'This file is being scanned for harmful software. Try again in a minute.',
  })
  expect(await clinic.db.patientRecord.count({ where: servable })).toBe(0)
  expect(await clinic.db.auditLog.count({ where: { action: 'downloaded' } })).toBe(0)

  await scan()
  expect(await look(recordId)).toMatchObject({
    scanState: 'clean',
    scannedAt: clinic.now,
    nextScanAt: null,
    scanReason: null,
  })
  const sha256 = createHash('sha256').update(sample('rotation.pdf')).digest('hex')
  expect(server.taken).toMatchObject([{ sha256 }])
  expect(await clinic.db.patientRecord.count({ where: servable })).toBe(1)
  expect((await fetch()).record.id).toBe(recordId)
  await scan()
  expect(server.taken).toHaveLength(1)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'updated' } })).toMatchObject([
    { resourceType: 'patient_record', resourceId: recordId, patientId: patient.id, userId: null },
  ])
})

test('an infected file is quarantined: kept, not served, and reported to the uploader, assignee and administrators', async ({
  clinic,
}) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { admin, staff, attorney, patient, upload, scan, rescan, look } = await setUpScans(clinic)
  const { id: recordId, filePath } = await upload(harmful)
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'infected', scanFinding: FINDING, filePath })
  expect(await clinic.db.patientRecord.count({ where: servable })).toBe(0)
  for (const user of [admin, staff, attorney])
    await expect(downloadRecord(clinic.as(user), { patientId: patient.id, recordId })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Harmful software was found in this file. It is quarantined and cannot be opened.',
    })
  const auditRows = await clinic.db.auditLog.findMany({
    where: { resourceId: recordId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  expect(auditRows.map(({ action, details }) => [action, details])).toEqual([
    ['created', expect.anything()],
    ['updated', { fields: ['scanState'], scanState: 'infected', finding: FINDING }],
    ...Array.from({ length: 3 }, () => ['denied', { code: 'infected' }]),
  ])
  const alerts = () =>
    clinic.db.alert.findMany({
      where: { type: 'record_infected' },
      select: { userId: true, patientId: true },
    })
  const expected = [admin, staff, attorney].map(({ id }) => ({ userId: id, patientId: patient.id }))
  expect((await alerts()).sort(byUser)).toEqual(expected.sort(byUser))

  // A second finding is recorded but not announced again.
  await rescan(recordId)
  expect(await look(recordId)).toMatchObject({ scanState: 'infected' })
  await scan()
  expect(await alerts()).toHaveLength(3)
  server.limit = 10
  await rescan(recordId)
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'infected', nextScanAt: null })
  // A newer scanner signature can correct a wrong one.
  server.limit = 2 ** 20
  server.says = 'stream: OK'
  await rescan(recordId)
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'clean', scanFinding: null })
})

const byUser = (one: { userId: string }, other: { userId: string }) => one.userId.localeCompare(other.userId)

test('a file larger than the scanner accepts is not scanned, shows the reason, and can be opened', async ({
  clinic,
}) => {
  const server = await openClamd()
  server.limit = 1000
  scanWith(clinic, server)
  const { staff, patient, upload, scan, look } = await setUpScans(clinic)
  const { id: recordId } = await upload()
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'not_scanned', scanReason: 'too_large' })
  expect((await downloadRecord(clinic.as(staff), { patientId: patient.id, recordId })).record.id).toBe(
    recordId,
  )
})

test('without a scanner a file is not scanned, says so and is served; the first scanner also scans existing files', async ({
  clinic,
  database,
}) => {
  const { staff, patient, upload, scan, rescan, look } = await setUpScans(clinic)
  const { id: recordId } = await upload()
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'not_scanned', scanReason: 'no_scanner' })
  expect(await queuedJobs(database)).toEqual([])
  const which = { patientId: patient.id, recordId }
  expect((await downloadRecord(clinic.as(staff), which)).record.id).toBe(recordId)
  await expect(rescan(recordId)).rejects.toMatchObject({ code: 'conflict' })

  const server = await openClamd()
  scanWith(clinic, server)
  server.before = async () => {
    expect((await downloadRecord(clinic.as(staff), which)).record.id).toBe(recordId)
  }
  await scan()
  expect(await look(recordId)).toMatchObject({ scanState: 'clean' })
})

test('when the scanner is removed, waiting files become not scanned and findings stay', async ({
  clinic,
}) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { upload, scan, look } = await setUpScans(clinic)
  const infected = await upload(harmful)
  await scan()
  const waiting = await upload()
  clinic.instances.scanner = null
  await scan()
  expect(await look(waiting.id)).toMatchObject({ scanState: 'not_scanned', scanReason: 'no_scanner' })
  expect(await look(infected.id)).toMatchObject({ scanState: 'infected' })
})

test('only administrators can request another scan', async ({ clinic }) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { admin, staff, attorney, patient, rescan } = await setUpScans(clinic)
  const { id: recordId } = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.id })
  const ask = (user: typeof staff) => rescan(recordId, user)
  for (const user of [staff, attorney]) await expect(ask(user)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await ask(admin)).toMatchObject({ nextScanAt: clinic.now })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'updated' } })).toMatchObject([
    { resourceId: recordId, userId: admin.id, details: { fields: ['nextScanAt'] } },
  ])
})
