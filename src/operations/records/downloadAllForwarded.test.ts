import { expect } from 'vitest'
import type { SignedAuthorization } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope } from '#domain/consent/scope.ts'
import type { RecordCategory } from '#domain/records/categories.ts'
import { deadLinks, REMOVED_RECORDS } from '#domain/records/forwarding.ts'
import { accompanyingStatement, PART_2_STATEMENT } from '#domain/records/part2.ts'
import { zipOf } from '#tests/support/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { signedAt, signedForm, treated } from '#tests/support/forwardable.ts'
import { pdfOf, storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { deleteRecord } from './deleteRecord.ts'
import { downloadAllForwarded } from './downloadAllForwarded.ts'
import { forwardRecords } from './forwardRecords.ts'
import { openForwarding } from './openForwarding.ts'
import { authorizationOf } from './recordAccess.ts'
import { withdrawForwarding } from './withdrawForwarding.ts'

/** Larger than the buffers of a stream, so that the next file starts only when this one has been read. */
const LARGE = 2_000_000

/** A download of two records of which the first bytes were read, and the record that follows. */
async function begun(clinic: TestClinic) {
  const { staff, admin, patient, input } = await treated(clinic)
  const about = { patientId: patient.id, uploadedById: staff.actor.id }
  const records = [
    await storedRecord(clinic, { ...about, fileName: 'one.pdf' }, pdfOf(LARGE)),
    await storedRecord(clinic, { ...about, fileName: 'two.pdf' }, pdfOf(LARGE)),
  ]
  const recordIds = records.map(({ id }) => id)
  const { secret, forwarding } = await forwardRecords(staff, { ...input, recordIds })
  const pieces = (await downloadAllForwarded(clinic.anonymous(), { secret })).read()
  const first = (await pieces.next()).value as Buffer
  const begunWith = await clinic.db.disclosure.findFirstOrThrow({ where: { kind: 'downloaded' } })
  const next = records.find(({ id }) => id !== begunWith.recordId)
  if (!next) throw new Error('No record follows')
  const rest = async () => Buffer.concat([first, ...(await Array.fromAsync(pieces))])
  return { admin, staff, patient, secret, forwarding, recordIds, next, pieces, rest }
}

const downloads = ({ db }: TestClinic) => db.disclosure.count({ where: { kind: 'downloaded' } })

test('a record that is deleted during the download is left out and named', async ({ clinic }) => {
  const { admin, patient, next, rest } = await begun(clinic)
  await deleteRecord(admin, { patientId: patient.id, recordId: next.id, reason: 'Wrong patient' })
  const files = zipOf(await rest())
  expect(Object.keys(files)).toHaveLength(2)
  expect(files[next.fileName]).toBeUndefined()
  expect(files['Not included.txt']?.toString()).toBe(
    `${next.fileName}: This record is no longer available.\r\n`,
  )
  expect(await downloads(clinic)).toBe(1)
})

test('records about substance use treatment come with the statement of 42 CFR 2.32 and the scope of the form', async ({
  clinic,
}) => {
  const { staff, patient, input } = await treated(clinic)
  const stored = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  const { requestId, recipients } = authorizationOf(stored) as SignedAuthorization
  const scope: Scope = { ...ALL_RECORDS, sensitive: ['substance_use'] }
  const authorization = signedForm(requestId, recipients, { scope })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { authorization } })
  const put = async (fileName: string, category: RecordCategory) =>
    (await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.actor.id, fileName, category }))
      .id
  const imaging = await put('mri.pdf', 'imaging')
  const treatment = await put('program.pdf', 'substance_use')
  const contentOf = async (recordIds: string[]) => {
    const { secret } = await forwardRecords(staff, { ...input, recordIds })
    const { read } = await downloadAllForwarded(clinic.anonymous(), { secret })
    return { secret, files: zipOf(Buffer.concat(await Array.fromAsync(read()))) }
  }
  const { secret, files } = await contentOf([imaging, treatment])
  expect(files['Read first.txt']?.toString()).toBe(
    '42 CFR part 2 prohibits unauthorized use or disclosure of these records.\r\n' +
      'These records are: program.pdf\r\n' +
      'What the patient’s authorization covers: All records except HIV or AIDS and psychotherapy notes\r\n',
  )
  const { records, authorizedScope, consentSignedAt } = await openForwarding(clinic.anonymous(), { secret })
  expect(records.map(accompanyingStatement)).toEqual([null, PART_2_STATEMENT])
  expect({ authorizedScope, consentSignedAt }).toEqual({
    authorizedScope: 'All records except HIV or AIDS and psychotherapy notes',
    consentSignedAt: signedAt,
  })
  expect(Object.keys((await contentOf([imaging])).files)).toEqual(['mri.pdf'])
})

test('a damaged record is left out and named, and the others are served', async ({ clinic }) => {
  const { next, rest } = await begun(clinic)
  await clinic.instances.recordStore.remove(next.filePath)
  const files = zipOf(await rest())
  expect(files['Not included.txt']?.toString()).toMatch(/This file is damaged or missing/)
  expect(await downloads(clinic)).toBe(1)
})

test('a link that is withdrawn during the download serves no further record', async ({ clinic }) => {
  const { staff, patient, forwarding, rest } = await begun(clinic)
  await withdrawForwarding(staff, { patientId: patient.id, forwardingId: forwarding.id })
  await expect(rest()).rejects.toThrow(deadLinks.withdrawn)
  expect(await downloads(clinic)).toBe(1)
})

test('nothing is read or recorded ahead of the reader, nor after the reader has left', async ({ clinic }) => {
  const { pieces } = await begun(clinic)
  expect(await downloads(clinic)).toBe(1)
  await pieces.return(undefined)
  expect(await downloads(clinic)).toBe(1)
})

test('a link of which every record was deleted has no ZIP', async ({ clinic }) => {
  const { admin, patient, secret, recordIds, pieces } = await begun(clinic)
  await pieces.return(undefined)
  for (const recordId of recordIds)
    await deleteRecord(admin, { patientId: patient.id, recordId, reason: 'Wrong patient' })
  await expect(downloadAllForwarded(clinic.anonymous(), { secret })).rejects.toThrow(REMOVED_RECORDS)
})
