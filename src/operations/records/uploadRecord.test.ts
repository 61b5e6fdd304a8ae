import { expect } from 'vitest'
import type { Role } from '#domain/access/actor.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { inPieces, pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { receiveFile } from './receiveFile.ts'
import { removeStrayFiles } from './removeStrayFiles.ts'
import { downloadRecord } from './serveRecord.ts'
import { uploadRecord } from './uploadRecord.ts'

const receive = (clinic: TestClinic, fileName: string, content = sample('rotation.pdf')) =>
  receiveFile(clinic.anonymous(), { fileName, content: inPieces(content) })

const filesOf = async ({ instances }: TestClinic) =>
  (await Array.fromAsync(instances.recordStore.putBefore(new Date(8_000_000_000_000)))).flat()

async function upload(clinic: TestClinic, by: User, patientId: string, fileName = 'scan.pdf') {
  const file = await receive(clinic, fileName)
  return uploadRecord(clinic.as(by), { patientId, file, description: ' Knee ' })
}

test('an uploaded record has the file’s content and an audit row, and the assignee gets an alert', async ({
  clinic,
}) => {
  const [staff, rae] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({ createdById: staff.id, assignedAttorneyId: rae.id })
  const record = await upload(clinic, staff, patient.id)
  expect(record).toMatchObject({
    fileName: 'scan.pdf',
    mimeType: 'application/pdf',
    fileSize: 6605,
    description: 'Knee',
    uploadedById: staff.id,
    createdAt: clinic.now,
  })
  expect(record.filePath).not.toContain('scan')
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'created', resourceType: 'patient_record', userId: staff.id },
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([
    {
      userId: rae.id,
      type: 'record_uploaded',
      patientId: patient.id,
      message: `A record of Maren ${patient.lastName} was uploaded`,
    },
  ])
  const { read } = await downloadRecord(clinic.as(rae), { patientId: patient.id, recordId: record.id })
  expect(Buffer.concat(await Array.fromAsync(read()))).toEqual(sample('rotation.pdf'))
})

test('the assignee hears nothing of a record that is closed to them', async ({ clinic }) => {
  const [staff, rae] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({ createdById: staff.id, assignedAttorneyId: rae.id })
  const put = async (category: RecordCategory) =>
    uploadRecord(clinic.as(staff), {
      ...{ patientId: patient.id, file: await receive(clinic, 'scan.pdf'), category },
    })
  const messages = () => clinic.db.alert.count({ where: { userId: rae.id } })
  await put('psychotherapy_notes')
  expect(await messages(), 'no form covers them').toBe(0)
  await put('imaging')
  expect(await messages(), 'open before a form is signed').toBe(1)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentRevokedAt: clinic.now } })
  await put('imaging')
  expect(await messages(), 'the consent was revoked').toBe(1)
})

test.for([
  ['admin', 'another', 'uploaded'],
  ['staff', 'creator', 'uploaded'],
  ['staff', 'assignee', 'uploaded'],
  ['staff', 'another', 'forbidden'],
  ['attorney', 'assignee', 'forbidden'],
] as const)('%s, %s: %s', async ([role, relation, outcome], { clinic }) => {
  const user = await clinic.user({ role: role as Role })
  const patient = await clinic.patient({
    ...(relation === 'creator' && { createdById: user.id }),
    ...(relation === 'assignee' && { assignedAttorneyId: user.id }),
  })
  const uploading = upload(clinic, user, patient.id)
  if (outcome === 'uploaded') expect(await uploading).toMatchObject({ patientId: patient.id })
  else await expect(uploading).rejects.toMatchObject({ code: outcome })
})

test('no user, not even an administrator, can upload for a dropped patient', async ({ clinic }) => {
  const patient = await clinic.patient({ status: 'dropped' })
  const uploading = upload(clinic, await clinic.user({ role: 'admin' }), patient.id)
  await expect(uploading).rejects.toMatchObject({ code: 'conflict' })
})

test('an upload fails if its audit row cannot be written', async ({ clinic, database }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id } = await clinic.patient()
  await expect(withoutAudit(database, () => upload(clinic, admin, id))).rejects.toThrow()
  expect(await clinic.db.patientRecord.count()).toBe(0)
})

test.for([
  ['a drawing called a PDF', 'scan.pdf', sample('knee.png'), 'invalid'],
  ['a page called a photo', 'photo.jpg', Buffer.from('<!doctype html><script>1</script>'), 'unsupported'],
  ['a spreadsheet called a letter', 'letter.doc', sample('sheet.xls'), 'unsupported'],
  ['an empty file', 'empty.pdf', Buffer.alloc(0), 'invalid'],
  ['a name without an ending', 'scan', sample('knee.png'), 'invalid'],
  ['one byte too many', 'large.pdf', pdfOf(1_048_577), 'too_large'],
] as const)('%s is rejected, and nothing is stored', async ([, name, content, code], { clinic }) => {
  const before = await filesOf(clinic)
  await expect(receive(clinic, name, content)).rejects.toMatchObject({ code })
  expect(await filesOf(clinic)).toEqual(before)
})

test('a file of exactly the maximum size is accepted', async ({ clinic }) => {
  expect(await receive(clinic, 'large.pdf', pdfOf(1_048_576))).toMatchObject({ fileSize: 1_048_576 })
})

test('a file changed in storage is never served; each attempt is recorded, and administrators get one alert', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id })
  const kept = await clinic.user({ role: 'admin' })
  await clinic.instances.recordStore.remove(record.filePath)
  const download = () => downloadRecord(clinic.as(admin), { patientId: patient.id, recordId: record.id })
  for (const again of [download, download]) await expect(again()).rejects.toMatchObject({ code: 'conflict' })
  const denied = { action: 'denied', resourceId: record.id, userId: admin.id, details: { code: 'damaged' } }
  expect(await clinic.db.auditLog.findMany()).toMatchObject([denied, denied])
  const alerts = () =>
    clinic.db.alert.findMany({ where: { type: 'record_damaged' }, select: { userId: true } })
  expect((await alerts()).map(({ userId }) => userId).sort()).toEqual([admin.id, kept.id].sort())

  // A file that was repaired and is damaged again is reported again.
  const whole = await storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id })
  const { filePath, wrappedKey, keyId } = whole
  const back = { filePath, keyId, wrappedKey: new Uint8Array(wrappedKey ?? []) }
  await clinic.db.patientRecord.update({ where: { id: record.id }, data: back })
  await download()
  await clinic.instances.recordStore.remove(filePath)
  await expect(download()).rejects.toMatchObject({ code: 'conflict' })
  expect(await alerts()).toHaveLength(4)
})

test('a download writes one audit row, and is denied after the consent was revoked', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: rae.id })
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: rae.id })
  const which = { patientId: patient.id, recordId: record.id }
  const { read } = await downloadRecord(clinic.as(rae), which)
  expect(Buffer.concat(await Array.fromAsync(read()))).toEqual(sample('rotation.pdf'))
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'downloaded', resourceType: 'patient_record', userId: rae.id },
  ])
  await clinic.db.patient.update({ where: { id: patient.id }, data: { consentRevokedAt: clinic.now } })
  await expect(downloadRecord(clinic.as(rae), which)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.auditOf(patient)).toHaveLength(1)
})

test('only files without a row are removed after a day', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id: patientId } = await clinic.patient()
  const kept = await storedRecord(clinic, { patientId, uploadedById: admin.id, deletedAt: clinic.now })
  const stray = await receive(clinic, 'scan.pdf')
  const before = await filesOf(clinic)
  clinic.now = new Date(Date.now() + 23 * 3_600_000)
  expect(await removeStrayFiles(clinic.anonymous())).toBe(0)
  expect(before).toContain(stray.storageKey)
  clinic.now = new Date(Date.now() + 25 * 3_600_000)
  expect(await removeStrayFiles(clinic.anonymous())).toBe(before.length - 1)
  expect(await filesOf(clinic)).toEqual([kept.filePath])
})
