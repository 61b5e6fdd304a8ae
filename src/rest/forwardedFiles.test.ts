import { expect } from 'vitest'
import { forwardRecords } from '#operations/records/forwardRecords.ts'
import { withdrawForwarding } from '#operations/records/withdrawForwarding.ts'
import { zipOf } from '#tests/support/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { head, say } from '#tests/support/hostile/sockets.ts'
import { pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'

/** A link to records with these contents, in this order. */
async function linkTo(clinic: TestClinic, contents: Record<string, Buffer>) {
  const { staff, attorney, patient, input } = await treated(clinic)
  const about = { patientId: patient.id, uploadedById: staff.actor.id }
  const records = []
  for (const [fileName, content] of Object.entries(contents))
    records.push(await storedRecord(clinic, { ...about, fileName: fileName.replace('again/', '') }, content))
  const made = await forwardRecords(staff, { ...input, recordIds: records.map(({ id }) => id) })
  return { staff, attorney, patient, records, made, at: `/api/forwardings/${made.secret}` }
}

const disclosuresOf = ({ db }: TestClinic, kind: 'downloaded' | 'viewed') =>
  db.disclosure.findMany({ where: { kind }, select: { fileName: true, forwardingId: true } })

const rows = ({ db }: TestClinic) =>
  db.auditLog.findMany({
    where: { resourceType: 'patient_record' },
    select: { action: true, resourceId: true, details: true },
    orderBy: { resourceId: 'asc' },
  })

test('all forwarded records download as one ZIP, each recorded like a single download', async ({
  clinic,
  server,
}) => {
  const contents = {
    'mri.pdf': sample('rotation.pdf'),
    'again/mri.pdf': pdfOf(300_000),
    'a:b?.pdf': pdfOf(20),
  }
  const { records, made, at } = await linkTo(clinic, contents)
  const answer = await server.visitor().fetch(`${at}/file`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="forwarded-records-\d{4}-\d{2}-\d{2}\.zip"/,
  )
  const files = zipOf(Buffer.from(await answer.arrayBuffer()))
  expect(Object.keys(files).sort()).toEqual(['a_b_.pdf', 'mri (2).pdf', 'mri.pdf'])
  const lengths = (all: Buffer[]) => all.map(({ length }) => length).sort()
  expect(lengths(Object.values(files))).toEqual(lengths(Object.values(contents)))
  expect((await disclosuresOf(clinic, 'downloaded')).map(({ fileName }) => fileName).sort()).toEqual([
    'a:b?.pdf',
    'mri.pdf',
    'mri.pdf',
  ])
  const forwarding = made.forwarding.id
  expect(await rows(clinic)).toEqual(
    records
      .map(({ id }) => ({ action: 'downloaded', resourceId: id, details: { forwarding } }))
      .sort((a, b) => (a.resourceId < b.resourceId ? -1 : 1)),
  )
  expect(await clinic.db.forwarding.findFirst()).toMatchObject({ downloads: 3 })
})

test('a HEAD request for the ZIP records no download, and a range gets the whole ZIP', async ({
  clinic,
  server,
}) => {
  const { at } = await linkTo(clinic, { 'mri.pdf': sample('rotation.pdf') })
  const visitor = server.visitor()
  const heading = await visitor.fetch(`${at}/file`, { method: 'HEAD' })
  expect([heading.status, heading.headers.get('accept-ranges')]).toEqual([200, 'none'])
  expect(await disclosuresOf(clinic, 'downloaded')).toEqual([])
  const part = await visitor.fetch(`${at}/file`, { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([200, null])
  expect(Object.keys(zipOf(Buffer.from(await part.arrayBuffer())))).toEqual(['mri.pdf'])
  expect(await disclosuresOf(clinic, 'downloaded')).toHaveLength(1)
})

test('a client that disconnects gets no further record, and none is recorded', async ({ clinic, server }) => {
  // Larger than the socket buffers, so that the client must read before the second file can start.
  const { at } = await linkTo(clinic, { 'one.pdf': pdfOf(20_000_000), 'two.pdf': pdfOf(20_000_000) })
  const client = say(server.url, head(`GET ${at}/file`))
  await new Promise((resolve) => client.socket.once('data', resolve))
  client.socket.pause()
  await expect.poll(() => disclosuresOf(clinic, 'downloaded')).toHaveLength(1)
  client.socket.destroy()
  // A later download shows that the server still works, and only its two files are added.
  const second = await server.visitor().fetch(`${at}/file`)
  expect(Object.keys(zipOf(Buffer.from(await second.arrayBuffer())))).toHaveLength(2)
  expect(await disclosuresOf(clinic, 'downloaded')).toHaveLength(3)
})

test('viewing a forwarded record is recorded as one view and does not count as a download', async ({
  clinic,
  server,
}) => {
  const { records, made, at } = await linkTo(clinic, { 'mri.pdf': sample('rotation.pdf') })
  const answer = await server.visitor().fetch(`${at}/records/${records[0]?.id}/view`)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(sample('rotation.pdf'))
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
  const forwarding = made.forwarding.id
  expect(await disclosuresOf(clinic, 'viewed')).toEqual([{ fileName: 'mri.pdf', forwardingId: forwarding }])
  expect(await rows(clinic)).toEqual([
    { action: 'viewed', resourceId: records[0]?.id, details: { forwarding, document: true } },
  ])
  expect(await clinic.db.forwarding.findFirst()).toMatchObject({ downloads: 0 })
})

test('a withdrawn or expired link serves no view and no ZIP', async ({ clinic, server }) => {
  const { staff, patient, records, made, at } = await linkTo(clinic, { 'mri.pdf': sample('rotation.pdf') })
  const paths = [`${at}/file`, `${at}/records/${records[0]?.id}/view`]
  const statuses = () => Promise.all(paths.map(async (path) => (await server.visitor().fetch(path)).status))
  const now = clinic.now
  clinic.now = made.forwarding.expiresAt
  expect(await statuses()).toEqual([404, 404])
  clinic.now = now
  await withdrawForwarding(staff, { patientId: patient.id, forwardingId: made.forwarding.id })
  expect(await statuses()).toEqual([404, 404])
  expect(await rows(clinic)).toEqual([])
})
