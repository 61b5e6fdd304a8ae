import { expect } from 'vitest'
import type { Prisma } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { deleteRecord } from './deleteRecord.ts'
import { listRecords } from './listRecords.ts'
import { viewRecord } from './viewRecord.ts'

async function onFile(clinic: TestClinic, values: Partial<Prisma.PatientUncheckedCreateInput> = {}) {
  const staff = await clinic.user()
  const patient = await clinic.patient(values)
  const record = (fileName: string, rest: Partial<Prisma.PatientRecordUncheckedCreateInput> = {}) =>
    clinic.db.patientRecord.create({
      data: {
        fileName,
        patientId: patient.id,
        filePath: `/vault/${fileName}`,
        fileSize: 7,
        mimeType: 'application/pdf',
        uploadedById: staff.id,
        ...rest,
      },
    })
  return { staff, patient, record }
}

test('records are listed newest first without deleted ones, and the view writes one audit row', async ({
  clinic,
}) => {
  const { staff, patient, record } = await onFile(clinic)
  await record('old.pdf', { createdAt: new Date('2026-01-02T10:00:00Z') })
  await record('new.pdf', { createdAt: new Date('2026-01-03T10:00:00Z') })
  await record('gone.pdf', { deletedAt: clinic.now, deletedById: staff.id })
  const { rows } = await listRecords(clinic.as(staff), patient.id, {})
  expect(rows.map(({ node }) => node.fileName)).toEqual(['new.pdf', 'old.pdf'])
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'listed', resourceType: 'patient_record', userId: staff.id },
  ])
})

test('a record that an administrator deletes is hidden, and the administrator is recorded', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { patient, record } = await onFile(clinic)
  const { id: recordId } = await record('scan.pdf')
  const which = { patientId: patient.id, recordId }
  await deleteRecord(clinic.as(admin), which)

  expect((await listRecords(clinic.as(admin), patient.id, {})).rows).toEqual([])
  expect(await clinic.db.patientRecord.findMany()).toMatchObject([
    { id: recordId, fileName: 'scan.pdf', deletedAt: clinic.now, deletedById: admin.id },
  ])
  for (const again of [deleteRecord, viewRecord])
    await expect(again(clinic.as(admin), which)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Record not found',
    })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'deleted' } })).toMatchObject([
    { resourceType: 'patient_record', resourceId: recordId, patientId: patient.id, userId: admin.id },
  ])
})

test('only one of two concurrent deletions of a record succeeds', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { patient, record } = await onFile(clinic)
  const { id: recordId } = await record('scan.pdf')
  const remove = () => deleteRecord(admin, { patientId: patient.id, recordId })
  const outcomes = await meetAt(clinic, 'patient_records', recordId, [remove, remove])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await clinic.db.auditLog.count({ where: { action: 'deleted' } })).toBe(1)
})

test.for(['staff', 'attorney'] as const)(
  '%s cannot delete a record, even their own',
  async (role, { clinic }) => {
    const user = await clinic.user({ role })
    const { patient, record } = await onFile(clinic, { createdById: user.id, assignedAttorneyId: user.id })
    const { id: recordId } = await record('scan.pdf', { uploadedById: user.id })
    const remove = deleteRecord(clinic.as(user), { patientId: patient.id, recordId })
    await expect(remove).rejects.toMatchObject({ code: 'forbidden' })
  },
)

test('a record is not found under another patient', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { record } = await onFile(clinic)
  const { id: recordId } = await record('scan.pdf')
  const which = { patientId: (await clinic.patient()).id, recordId }
  for (const reach of [viewRecord, deleteRecord])
    await expect(reach(admin, which)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Record not found',
    })
})

test('an attorney sees the records of their patients until the consent is revoked', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const { staff, patient, record } = await onFile(clinic, { assignedAttorneyId: rae.id })
  const { id: recordId } = await record('scan.pdf')
  const missing = '01a1fcf0-bbdc-730f-8d22-fb8393291341'
  const list = (who = rae) => listRecords(clinic.as(who), patient.id, {})
  const view = (id = recordId) => viewRecord(clinic.as(rae), { patientId: patient.id, recordId: id })
  expect((await list()).rows).toHaveLength(1)
  expect(await view()).toMatchObject({ fileName: 'scan.pdf' })

  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentRevokedAt: clinic.now } })
  // The error does not reveal whether a record exists.
  for (const closed of [() => list(), () => view(), () => view(missing)])
    await expect(closed()).rejects.toMatchObject({ code: 'forbidden' })
  expect((await list(staff)).rows).toHaveLength(1)
})

test('an attorney learns nothing about another attorney’s patient', async ({ clinic }) => {
  const rae = clinic.as(await clinic.user({ role: 'attorney' }))
  const { patient, record } = await onFile(clinic)
  const { id: recordId } = await record('scan.pdf')
  const patientId = patient.id
  const list = () => listRecords(rae, patientId, {})
  for (const reach of [list, () => viewRecord(rae, { patientId, recordId })])
    await expect(reach()).rejects.toMatchObject({ code: 'not_found', message: 'Patient not found' })
})
