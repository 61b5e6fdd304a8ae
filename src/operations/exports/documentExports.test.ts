import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { Failure } from '#domain/errors.ts'
import { receivedFile } from '#domain/records/receivedFile.ts'
import { exportContent } from '#tests/support/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { inPieces, pdfOf, storedRecord } from '#tests/support/recordFiles.ts'
import { putOnFile } from '#tests/support/signedForms.ts'
import { test } from '#tests/support/test.ts'
import { unzip } from '#tests/support/unzip.ts'
import { addManualDisclosure } from '../accounting/manualDisclosures.ts'
import { deleteRecord } from '../records/deleteRecord.ts'
import { purgeDeletedRecords } from '../records/purgeDeletedRecords.ts'
import { cancelDataExport, requestDataExport } from './dataExports.ts'
import { writeDataExport } from './writeDataExport.ts'

const sha256 = (content: Buffer | undefined) =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex')

async function setUp(clinic: TestClinic) {
  const { admin, staff, patient, records } = await treated(clinic, { firstName: 'Maren', lastName: 'Okafor' })
  const about = { patientId: patient.id, uploadedById: staff.actor.id }
  const folder = `Okafor, Maren ${patient.id}`
  const request = async () => (await requestDataExport(admin, { kind: 'documents' })).id
  const read = async (id: string) => {
    const content = await exportContent(clinic, id)
    return content && unzip(content)
  }
  const write = async () => {
    const id = await request()
    await writeDataExport(clinic.anonymous(), { exportId: id })
    return { id, files: (await read(id)) ?? new Map<string, Buffer>() }
  }
  return { admin, staff, patient, records, about, folder, request, read, write }
}

/** The lines of a patient's list, by the names of their columns. */
const listOf = (files: Map<string, Buffer>, folder: string): Record<string, string>[] =>
  parse(files.get(`${folder}/documents.csv`) ?? '', { bom: true, columns: true })

test('every document of every chart is a file in the patient’s folder, with its hash in a list', async ({
  clinic,
}) => {
  const { admin, staff, about, folder, write } = await setUp(clinic)
  const content = pdfOf(300_000)
  const day = new Date('2026-01-05T00:00:00Z')
  const scan = { fileName: '=scan: left/right?.pdf', category: 'imaging' as const, serviceDate: day }
  await storedRecord(clinic, { ...about, ...scan, description: 'Left knee' }, content)
  await storedRecord(clinic, { ...about, fileName: 'MRI.pdf' })
  const other = await clinic.patient({ status: 'consent_sent', firstName: 'Åsa', lastName: '../李' })
  await bringPaper(staff, other.id)
  const without = await clinic.patient({ lastName: 'Nodocuments' })
  const { id, files } = await write()

  expect([...files.keys()].sort()).toEqual(
    [
      'README.txt',
      `${folder}/Consent Forms/consent-Okafor-2025-12-01.pdf`,
      ...['=scan_ left_right_.pdf', 'MRI (2).pdf', 'bill.pdf', 'mri.pdf'].map(
        (name) => `${folder}/Records/${name}`,
      ),
      `${folder}/documents.csv`,
      `_李, Åsa ${other.id}/Consent Forms/consent.pdf`,
      `_李, Åsa ${other.id}/documents.csv`,
    ].sort(),
  )
  expect(files.get(`${folder}/Records/=scan_ left_right_.pdf`)?.equals(content)).toBe(true)
  const list = listOf(files, folder)
  expect(list).toHaveLength(5)
  for (const { path, bytes, sha256: hash } of list) {
    const file = files.get(`${folder}/${path}`)
    expect([file?.length, sha256(file)], path).toEqual([Number(bytes), hash])
  }
  expect(list.find(({ description }) => description === 'Left knee')).toMatchObject({
    path: 'Records/=scan_ left_right_.pdf',
    file_name: "'=scan: left/right?.pdf",
    category: 'imaging',
    service_date: '2026-01-05',
    not_included: '',
    deleted_at: '',
    table: 'patient_records',
  })
  expect(String(files.get('README.txt'))).toContain('Patients: 2\r\nDocuments: 6\r\nNot included: 0')
  expect([...files.keys()].join()).not.toContain(without.lastName)

  const exported = { resourceType: 'data_export', resourceId: id, userId: admin.actor.id }
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { ...exported, action: 'created' },
    { ...exported, action: 'exported' },
  ])
})

test('a document that cannot be opened is named with the reason, and a deleted one is included until it is purged', async ({
  clinic,
}) => {
  const { admin, records, about, folder, write } = await setUp(clinic)
  const [mri, bill] = records
  await clinic.instances.recordStore.remove(mri.filePath)
  await deleteRecord(admin, { patientId: about.patientId, recordId: bill.id, reason: 'Wrong patient' })
  await storedRecord(clinic, {
    ...about,
    fileName: 'virus.pdf',
    scanState: 'infected',
    scanReason: null,
    scanFinding: 'Eicar',
    scannedAt: clinic.now,
  })
  const { files } = await write()
  expect(listOf(files, folder)).toMatchObject([
    { file_name: 'mri.pdf', path: '', not_included: expect.stringContaining('damaged or missing') },
    { file_name: 'bill.pdf', path: 'Records/bill.pdf', deleted_at: clinic.now.toISOString() },
    { file_name: 'virus.pdf', path: '', not_included: expect.stringContaining('quarantined'), sha256: '' },
    { file_name: 'consent-Okafor-2025-12-01.pdf', not_included: '' },
  ])
  expect(files.has(`${folder}/Records/bill.pdf`)).toBe(true)
  expect(files.has(`${folder}/Records/virus.pdf`)).toBe(false)
  expect(String(files.get('README.txt'))).toContain('Documents: 2\r\nNot included: 2')
  expect(await clinic.db.alert.count({ where: { type: 'record_damaged' } })).toBe(1)

  clinic.now = new Date(clinic.now.getTime() + 3650 * 86_400_000)
  await purgeDeletedRecords(clinic.anonymous())
  const later = await write()
  expect(listOf(later.files, folder).map((line) => line.file_name)).not.toContain('bill.pdf')
})

test('certificates of completion, proofs, and documents of disclosures are included', async ({ clinic }) => {
  const { staff, about, folder, write } = await setUp(clinic)
  const certificate = Buffer.from('%PDF-certificate')
  const form = { content: Buffer.from('%PDF-form'), sha256: 'ab'.repeat(32), sealedBy: 'cd'.repeat(32) }
  const signed = await putOnFile(clinic, { ...form, certificate })
  const taken = await staff.recordStore.put(inPieces(pdfOf(2000)))
  const named = { fileName: 'fax.pdf', mimeType: 'application/pdf', keptSha256: null, removed: [] }
  await addManualDisclosure(staff, {
    ...{ patientId: about.patientId, disclosedOn: '2026-01-02', recipientName: 'Superior Court' },
    ...{ content: 'Bill', purpose: 'Subpoena', basis: 'subpoena', basisReference: 'CV-2026-0192' },
    ...{ channel: 'fax', file: receivedFile({ ...named, ...taken }) },
  })
  const { files } = await write()
  const { id, firstName, lastName } = signed.patient
  const forms = `${lastName}, ${firstName} ${id}/Consent Forms`
  const name = `consent-${lastName}-2026-01-02.pdf`
  expect(String(files.get(`${forms}/certificate-of-${name}`))).toBe('%PDF-certificate')
  expect(String(files.get(`${forms}/${name}`))).toBe('%PDF-form')
  expect(files.get(`${folder}/Other Documents/fax.pdf`)).toHaveLength(2000)
})

test('the export fails, with no file, if the storage cannot be reached, and stops when it is cancelled', async ({
  clinic,
}) => {
  const { admin, request, read } = await setUp(clinic)
  const away = {
    ...clinic.instances.recordStore,
    check: () => Promise.reject(new Failure('unavailable', 'Away')),
  }
  const first = await request()
  await expect(
    writeDataExport({ ...clinic.anonymous(), recordStore: away }, { exportId: first }),
  ).rejects.toThrow('Away')
  expect(await clinic.db.dataExport.findUnique({ where: { id: first } })).toMatchObject({
    ...{ state: 'failed', error: 'Away' },
  })
  expect(await read(first)).toBeNull()

  const second = await request()
  await cancelDataExport(admin, { dataExportId: second })
  await writeDataExport(clinic.anonymous(), { exportId: second })
  expect(await read(second)).toBeNull()
})
