import { expect } from 'vitest'
import { exportContent } from '#tests/support/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { unzip } from '#tests/support/unzip.ts'
import { listPatientAccess } from '../audit/listPatientAccess.ts'
import { audit } from '../audit.ts'
import { requestDataExport, requestPatientEvidence } from './dataExports.ts'
import { downloadDataExport } from './downloadDataExport.ts'
import { writeDataExport } from './writeDataExport.ts'

const recipient = {
  recipientName: 'Superior Court',
  recipientAddress: '1 Court Square',
  purpose: 'Subpoena in a lawsuit',
  basis: 'subpoena' as const,
  basisReference: 'CV-2026-0192',
}

async function setUp(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const createdAt = new Date('2026-01-01T00:00:00Z')
  const [one, other] = [await clinic.patient({ createdAt }), await clinic.patient({ createdAt })]
  for (const { id: patientId } of [one, other])
    await audit(admin, { action: 'viewed', resourceType: 'patient', resourceId: patientId, patientId })
  const write = async (exportId: string) => {
    await writeDataExport(clinic.anonymous(), { exportId })
    const content = await exportContent(clinic, exportId)
    return content && unzip(content)
  }
  return { admin, one, other, write }
}

const rowsOf = (files: Map<string, Buffer> | null) =>
  String(files?.get('rows.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).fields)

test('the evidence about a patient is for one recipient, who is in the accounting, and has no other patient', async ({
  clinic,
}) => {
  const { admin, one, other, write } = await setUp(clinic)
  const { id } = await requestPatientEvidence(admin, { patientId: one.id, ...recipient })
  expect(await clinic.db.manualDisclosure.findMany()).toMatchObject([
    { patientId: one.id, ...recipient, content: expect.stringContaining('evidence folder') },
  ])
  const files = await write(id)
  expect([...(files?.keys() ?? [])]).toEqual(
    expect.arrayContaining([
      'rows.jsonl',
      'log.json',
      'log.pem',
      'seal.pem',
      'cross-signed.pem',
      'tsa.pem',
      'verify.py',
      'README.md',
    ]),
  )
  const rows = rowsOf(files)
  expect(rows.map(({ action, resource_type: type }) => [action.value, type.value])).toEqual([
    ['viewed', 'patient'],
    ['created', 'disclosure'],
    ['created', 'evidence'],
    ['exported', 'evidence'],
  ])
  expect(rows.at(-1).user_id.value).toBe(admin.actor.id)
  expect([...(files?.values() ?? [])].join()).not.toContain(other.id)
})

test('a download is recorded about the patient, and administrators hear of both', async ({ clinic }) => {
  const { admin, one, other, write } = await setUp(clinic)
  const { id } = await requestPatientEvidence(admin, { patientId: one.id, ...recipient })
  await write(id)
  await downloadDataExport(admin, { dataExportId: id })
  const about = async (patientId: string) =>
    (await listPatientAccess(admin, patientId, { first: 20 })).rows.map(
      ({ node: { action, resourceType } }) => `${action} ${resourceType}`,
    )
  expect(await about(one.id)).toEqual(expect.arrayContaining(['downloaded evidence', 'exported evidence']))
  expect((await about(other.id)).filter((row) => row.includes('evidence'))).toEqual([])
  const name = `${admin.actor.id}`
  expect(await clinic.db.alert.findMany({ where: { userId: name }, orderBy: { id: 'asc' } })).toMatchObject([
    {
      type: 'data_exported',
      patientId: one.id,
      message: expect.stringMatching(/can now download the evidence about a patient/),
    },
    {
      type: 'data_exported',
      patientId: one.id,
      message: expect.stringMatching(/downloaded the evidence about a patient/),
    },
  ])
})

test('the evidence about all patients has every row, and each patient sees that', async ({ clinic }) => {
  const { admin, one, other, write } = await setUp(clinic)
  const { id } = await requestDataExport(admin, { kind: 'evidence' })
  const rows = rowsOf(await write(id))
  expect(rows).toHaveLength(await clinic.db.auditLog.count())
  await downloadDataExport(admin, { dataExportId: id })
  for (const patient of [one, other]) {
    const { rows: seen } = await listPatientAccess(admin, patient.id, { first: 20 })
    const actions = seen.filter(({ node }) => node.resourceType === 'evidence').map(({ node }) => node.action)
    expect(actions).toEqual(['downloaded', 'exported'])
  }
  expect(await clinic.db.manualDisclosure.count()).toBe(0)
})

test('a request with an incomplete basis or an unknown patient starts nothing', async ({ clinic }) => {
  const { admin, one } = await setUp(clinic)
  await expect(
    requestPatientEvidence(admin, { ...recipient, patientId: one.id, basisReference: '' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { basisReference: expect.any(String) } })
  await expect(
    requestPatientEvidence(admin, { ...recipient, patientId: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect([await clinic.db.dataExport.count(), await clinic.db.manualDisclosure.count()]).toEqual([0, 0])
})

test('a request while another export is being written adds nothing to the accounting', async ({ clinic }) => {
  const { admin, one } = await setUp(clinic)
  await requestDataExport(admin, {})
  await expect(requestPatientEvidence(admin, { patientId: one.id, ...recipient })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await clinic.db.manualDisclosure.count()).toBe(0)
})
