import { expect } from 'vitest'
import { deadLinks, REMOVED_RECORDS } from '#domain/records/forwarding.ts'
import { zipOf } from '#tests/support/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { pdfOf, storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { deleteRecord } from './deleteRecord.ts'
import { downloadAllForwarded } from './downloadAllForwarded.ts'
import { forwardRecords } from './forwardRecords.ts'
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
