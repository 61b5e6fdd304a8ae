import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { placeholderAddress } from '#domain/patients/noEmail.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { describeImage } from '../records/describeImage.ts'
import { editRecord } from '../records/editRecord.ts'
import { editPatient } from './editPatient.ts'
import { listPatientEdits } from './listPatientEdits.ts'
import { reassignPatient } from './reassignPatient.ts'

async function setUp(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient({
    ...{ phone: '(555) 010-1234', email: 'maren@example.test' },
    dateOfBirth: new Date('1990-02-03T00:00:00Z'),
  })
  const edits = async () => (await listPatientEdits(admin, patientId, {})).rows.map(({ node }) => node)
  return { admin, staff, patientId, edits }
}

const rowsOf = ({ db }: TestClinic, resourceType: string) =>
  db.auditLog.findMany({ where: { resourceType, action: 'updated' }, orderBy: { id: 'asc' } })

test('administrators read the values before and after each edit, of which the audit log has salted hashes', async ({
  clinic,
}) => {
  const { admin, staff, patientId, edits } = await setUp(clinic)
  const phones = ['(555) 010-9999', null]
  for (const phone of phones) await editPatient(staff, { patientId, phone })
  await editPatient(admin, { patientId, email: 'm.okafor@example.test', dateOfBirth: '1990-03-02' })
  await editPatient(admin, { patientId, email: 'm.okafor@example.test' })

  expect(await edits()).toMatchObject([
    {
      ...{ userId: admin.actor.id, userName: 'Ada Moss', userRole: 'admin', isAsRecorded: true },
      changes: expect.arrayContaining([
        { field: 'email', from: 'maren@example.test', to: 'm.okafor@example.test' },
        { field: 'dateOfBirth', from: '1990-02-03T00:00:00.000Z', to: '1990-03-02T00:00:00.000Z' },
      ]),
    },
    { changes: [{ field: 'phone', from: '(555) 010-9999', to: null }], isAsRecorded: true },
    { changes: [{ field: 'phone', from: '(555) 010-1234', to: '(555) 010-9999' }], userRole: 'staff' },
  ])
  const rows = await rowsOf(clinic, 'patient')
  const hashes = { fromHash: expect.stringMatching(/^[0-9a-f]{64}$/), toHash: expect.any(String) }
  expect(rows.map(({ details }) => details)).toMatchObject([
    { fields: ['phone'], changes: { phone: hashes } },
    { fields: ['phone'], changes: { phone: hashes } },
    { fields: expect.arrayContaining(['email', 'dateOfBirth']), changes: { email: hashes } },
  ])
  const [first, second] = rows.map(({ details }) => details as { changes: { phone: Record<string, string> } })
  expect(first?.changes.phone.toHash, 'equal values have different hashes').not.toBe(
    second?.changes.phone.fromHash,
  )
  expect(JSON.stringify(rows)).not.toMatch(/010-9999|okafor/)
  expect(
    await clinic.db.auditLog.count({ where: { action: 'listed', resourceType: 'patient_edit', patientId } }),
  ).toBe(1)
})

test('an edit of a record is among them, with the name of its file', async ({ clinic }) => {
  const { admin, patientId, edits } = await setUp(clinic)
  const record = await storedRecord(clinic, {
    ...{ patientId, uploadedById: admin.actor.id, fileName: 'mri.png', mimeType: 'image/png' },
    category: 'substance_use',
  })
  const which = { patientId, recordId: record.id }
  await editRecord(admin, { ...which, category: 'imaging', serviceDate: '2025-12-01' })
  await editRecord(admin, { ...which, category: 'imaging', identifiers: [{ system: 'pacs', value: '7' }] })
  await editRecord(admin, { ...which, category: 'imaging' })
  await describeImage(admin, { ...which, imageDescription: 'The left knee' })
  const ofRecord = { recordId: record.id, recordName: 'mri.png', isAsRecorded: true }
  expect(await edits()).toMatchObject([
    { ...ofRecord, changes: [{ field: 'imageDescription', from: null, to: 'The left knee' }] },
    { ...ofRecord, changes: [{ field: 'identifiers', from: null, to: 'pacs|7' }] },
    {
      ...ofRecord,
      changes: expect.arrayContaining([
        { field: 'category', from: 'substance_use', to: 'imaging' },
        { field: 'serviceDate', from: null, to: '2025-12-01T00:00:00.000Z' },
      ]),
    },
  ])
  expect(JSON.stringify(await rowsOf(clinic, 'patient_record'))).not.toMatch(/substance|left knee|pacs/)
})

test('earlier identifiers of a patient are among them', async ({ clinic }) => {
  const { staff, patientId, edits } = await setUp(clinic)
  const give = (identifiers: { system: string; value: string }[] | null) =>
    editPatient(staff, { patientId, identifiers })
  const [first, second] = [
    { system: 'ehr', value: '1' },
    { system: 'billing', value: 'B-2' },
  ] as const
  for (const identifiers of [[first], [first, second], [second, first], null]) await give(identifiers)
  expect((await edits()).map(({ changes }) => changes)).toEqual([
    [{ field: 'identifiers', from: 'billing|B-2, ehr|1', to: null }],
    [{ field: 'identifiers', from: 'ehr|1', to: 'billing|B-2, ehr|1' }],
    [{ field: 'identifiers', from: null, to: 'ehr|1' }],
  ])
})

test('a value that was changed or removed in the database is found', async ({ clinic, database }) => {
  const { staff, patientId, edits } = await setUp(clinic)
  await editPatient(staff, { patientId, phone: '(555) 010-9999' })
  const [edit] = await clinic.db.patientEdit.findMany()
  await expect(clinic.db.patientEdit.deleteMany(), 'by the application').rejects.toThrow('permission denied')
  const values = { phone: { from: '(555) 010-0000', to: '(555) 010-9999' } }
  await asOwner(database, (owner) =>
    owner.query('UPDATE patient_edits SET "values" = $1 WHERE id = $2', [JSON.stringify(values), edit?.id]),
  )
  expect(await edits()).toMatchObject([{ isAsRecorded: false }])
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toMatchObject({
    ...{ kind: 'edit_changed', rowId: edit?.id },
  })
  await asOwner(database, (owner) => owner.query('DELETE FROM patient_edits'))
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toMatchObject({
    ...{ kind: 'edit_changed', rowId: edit?.id },
  })
})

test('the placeholder of a patient without an e-mail address is no value', async ({ clinic }) => {
  const { admin, staff } = await setUp(clinic)
  const { id: patientId } = await clinic.patient({ email: placeholderAddress(randomUUID()) })
  await editPatient(staff, { patientId, email: 'maren.l@example.test' })
  const { rows } = await listPatientEdits(admin, patientId, {})
  expect(rows.map(({ node }) => node)).toMatchObject([
    { changes: [{ field: 'email', from: null, to: 'maren.l@example.test' }], isAsRecorded: true },
  ])
})

test('only administrators read them', async ({ clinic }) => {
  const { staff, patientId } = await setUp(clinic)
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(listPatientEdits(staff, patientId, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listPatientEdits(attorney, patientId, {})).rejects.toMatchObject({ code: 'not_found' })
})

test('of assignments and settings, the audit log has the values themselves', async ({ clinic }) => {
  const { admin, patientId, edits } = await setUp(clinic)
  const { id } = await clinic.user({ role: 'attorney' })
  await reassignPatient(admin, { patientId, assignedAttorney: id })
  await editClinicSettings(admin, { name: 'Cedar Clinic' })
  expect((await rowsOf(clinic, 'patient'))[0]?.details).toMatchObject({
    changes: { assignedAttorney: { from: null, to: id } },
  })
  expect((await rowsOf(clinic, 'clinic_settings'))[0]?.details).toMatchObject({
    changes: { name: { to: 'Cedar Clinic' } },
  })
  expect(await edits()).toEqual([])
})
