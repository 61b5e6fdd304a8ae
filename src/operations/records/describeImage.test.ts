import { expect } from 'vitest'
import { NOT_AN_IMAGE } from '#domain/records/inputs.ts'
import { editOf } from '#tests/support/edits.ts'
import { inPieces, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { describeImage } from './describeImage.ts'
import { receiveFile } from './receiveFile.ts'
import { uploadRecord } from './uploadRecord.ts'

const image = { fileName: 'knee.jpg', mimeType: 'image/jpeg' }

test('an image description is stored with the upload, and only with an image', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ createdById: staff.id })
  const upload = async (fileName: string) =>
    uploadRecord(clinic.as(staff), {
      patientId: patient.id,
      file: await receiveFile(clinic.anonymous(), { fileName, content: inPieces(sample(fileName)) }),
      imageDescription: ' A swollen left knee ',
    })
  expect(await upload('knee.jpg')).toMatchObject({ imageDescription: 'A swollen left knee' })
  await expect(upload('rotation.pdf')).rejects.toMatchObject({
    code: 'invalid',
    fields: { imageDescription: NOT_AN_IMAGE },
  })
})

test('an image description can be changed and removed, and the audit log names the field but not the text', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ createdById: staff.id })
  const { id: recordId } = await storedRecord(clinic, {
    patientId: patient.id,
    uploadedById: staff.id,
    ...image,
  })
  const setText = (imageDescription: string) =>
    describeImage(clinic.as(staff), { patientId: patient.id, recordId, imageDescription })
  expect(await setText('A swollen left knee')).toMatchObject({ imageDescription: 'A swollen left knee' })
  expect(await setText('  ')).toMatchObject({ imageDescription: null })
  const rows = await clinic.db.auditLog.findMany({ where: { action: 'updated' } })
  expect(rows.map(({ resourceId, details }) => [resourceId, details])).toEqual([
    [recordId, editOf('imageDescription')],
    [recordId, editOf('imageDescription')],
  ])
  expect(JSON.stringify(rows)).not.toContain('swollen')
})

test('a PDF cannot have an image description', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  const { id: recordId } = await storedRecord(clinic, { patientId, uploadedById: admin.actor.id })
  const described = describeImage(admin, { patientId, recordId, imageDescription: 'A knee' })
  await expect(described).rejects.toMatchObject({ code: 'invalid' })
})
