import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { refusals } from '#domain/records/refusals.ts'
import { docxWith, exifBody, jpegWith, placeMark, testVirus } from '#tests/support/craftedFiles.ts'
import { filesOf, setUpRecords, storedRecord, uploadForm } from '#tests/support/recordFiles.ts'

import { test } from '#tests/support/test.ts'

test('the location is removed from a photo, and the response, the row and the audit log say so', async ({
  clinic,
  server,
}) => {
  const { at, send, visitor } = await setUpRecords(clinic, server)
  const before = await filesOf(clinic)
  const photo = jpegWith([0xe1, exifBody()])
  const { json } = await send(uploadForm('photo.jpg', photo))
  expect(json).toMatchObject({
    removed: ['location'],
    message: 'Patient record uploaded successfully. Location data was removed from this photo',
  })
  const down = await visitor.fetch(`${at}/${(json as { id: string }).id}/file`)
  const kept = Buffer.from(await down.arrayBuffer())
  expect(kept).toHaveLength(photo.length)
  expect(kept.includes(placeMark)).toBe(false)
  const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const stripped = { sha256: sha(photo), keptSha256: sha(kept), removed: ['location'] }
  expect(await clinic.db.patientRecord.findMany()).toMatchObject([stripped])
  expect(await clinic.db.auditLog.findMany({ where: { action: 'created' } })).toMatchObject([
    { details: stripped },
  ])
  expect(await filesOf(clinic)).toHaveLength(before.length + 1)
})

test('malware is rejected in every type of file, recorded, and reported to administrators', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { send, staff } = await setUpRecords(clinic, server)
  const before = await filesOf(clinic)
  const plain = uploadForm('a.pdf', testVirus)
  const within = uploadForm(
    'a.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), testVirus, Buffer.from('\n%%EOF\n')]),
  )
  const packed = uploadForm('a.docx', await docxWith({ 'word/media/a.txt': testVirus }))
  for (const form of [plain, within, packed])
    expect(await send(form)).toMatchObject({ status: 415, json: { message: refusals.malware } })
  expect(await filesOf(clinic)).toEqual(before)
  expect(await clinic.db.auditLog.findMany({ where: { action: 'denied' } })).toMatchObject(
    Array.from({ length: 3 }, () => ({ userId: staff.id, details: { code: 'malware' } })),
  )
  expect(await clinic.db.alert.count({ where: { userId: admin.id, type: 'record_infected' } })).toBe(3)
})

test.for([
  '../../x.pdf',
  '..%2fx.pdf',
  'a\u0000.pdf',
  'a\r\nX-Evil: 1.pdf',
  '"; filename=x.exe.pdf',
  'bill\u202efdp.exe',
])('a stored name like %j does not break headers', async (fileName, { clinic, server }) => {
  const { at, visitor, patient, staff } = await setUpRecords(clinic, server)
  const stored = fileName.replace('\u0000', '\u0001') // PostgreSQL cannot store zero bytes
  const { id } = await storedRecord(clinic, {
    patientId: patient.id,
    uploadedById: staff.id,
    fileName: stored,
  })
  const { headers } = await visitor.fetch(`${at}/${id}/file`)
  expect(headers.get('x-evil')).toBe(null)
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/,
  )
})
