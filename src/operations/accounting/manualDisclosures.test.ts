import { expect } from 'vitest'
import { treated } from '#tests/support/forwardable.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { readRecentActivity } from '../audit/readRecentActivity.ts'
import type { OperationContext } from '../context.ts'
import { listTimeline } from '../patients/listTimeline.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { listRecords } from '../records/listRecords.ts'
import { receiveFile } from '../records/receiveFile.ts'
import { downloadDisclosureDocument } from './downloadDisclosureDocument.ts'
import { addManualDisclosure, strikeManualDisclosure } from './manualDisclosures.ts'
import { readAccounting } from './readAccounting.ts'

const fax = {
  disclosedOn: '2026-01-02',
  channel: 'fax' as const,
  recipientName: 'Superior Court',
  recipientAddress: '1 Court Street',
  content: 'Visit notes of 2025',
  purpose: 'Civil case 26-114',
  basis: 'subpoena' as const,
  basisReference: 'No. 26-114',
}

const document = (ctx: OperationContext) =>
  receiveFile(ctx, { fileName: 'subpoena.pdf', content: inPieces(sample('rotation.pdf')) })

test('a fax with its document is in the accounting, and the document is no record of the chart', async ({
  clinic,
}) => {
  const { staff, attorney, patient } = await treated(clinic)
  const patientId = patient.id
  const file = await document(staff)
  const entry = await addManualDisclosure(staff, { patientId, ...fax, file })
  const { required } = await readAccounting(staff, { patientId })
  expect(required).toMatchObject([
    {
      recipientName: 'Superior Court',
      recipientAddress: '1 Court Street',
      content: 'Visit notes of 2025 (fax)',
      purpose: 'Civil case 26-114',
      basis: 'Subpoena',
      basisReference: 'No. 26-114',
      firstAt: new Date('2026-01-02T05:00:00Z'),
    },
  ])
  const which = { patientId, manualDisclosureId: entry.id }
  expect((await downloadDisclosureDocument(staff, which)).record.id).toBe(entry.recordId)
  await expect(downloadDisclosureDocument(clinic.as(attorney), which)).rejects.toMatchObject({
    code: 'forbidden',
  })
  const records = await listRecords(staff, patientId, {})
  expect(records.rows.map(({ node }) => node.id)).not.toContain(entry.recordId)
  expect(await clinic.auditOf(patient)).toEqual(
    expect.arrayContaining([
      { action: 'created', resourceType: 'disclosure', userId: staff.actor.id },
      { action: 'downloaded', resourceType: 'disclosure', userId: staff.actor.id },
    ]),
  )
})

test('a disclosure by mistake is in the statement, and nothing is forwarded on that basis', async ({
  clinic,
}) => {
  const { staff, patient, input } = await treated(clinic)
  const patientId = patient.id
  const mistake = { ...fax, purpose: 'Wrong fax number', basis: 'mistake' as const, basisReference: null }
  await addManualDisclosure(staff, { patientId, ...mistake })
  const { required } = await readAccounting(staff, { patientId })
  expect(required).toMatchObject([{ purpose: 'Wrong fax number', basis: 'None: disclosed by mistake' }])
  const forwarded = { ...input, basis: 'mistake' as never, basisReference: 'No. 1', basisReason: 'None' }
  await expect(forwardRecords(staff, forwarded)).rejects.toMatchObject({
    fields: { basis: 'Choose a legal basis' },
  })
})

test('an attorney learns nothing of entries, from neither the timeline nor the activity', async ({
  clinic,
}) => {
  const { staff, attorney, patient } = await treated(clinic)
  await addManualDisclosure(staff, { patientId: patient.id, ...fax, file: await document(staff) })
  const timeline = await listTimeline(clinic.as(attorney), patient.id, {})
  expect(timeline.rows.map(({ node }) => node.resourceType)).toEqual(['consent_request'])
  const acts = await readRecentActivity(clinic.as(attorney), {})
  expect(acts.map(({ resourceType }) => resourceType)).not.toContain('disclosure')
})

test('an entry is never edited; a wrong one is struck once and stays visible', async ({ clinic }) => {
  const { staff, patient } = await treated(clinic)
  const patientId = patient.id
  const { id } = await addManualDisclosure(staff, { patientId, ...fax })
  const strike = { patientId, manualDisclosureId: id, reason: 'Belongs to another patient' }
  await strikeManualDisclosure(staff, strike)
  await expect(strikeManualDisclosure(staff, strike)).rejects.toMatchObject({ code: 'conflict' })
  const { required, struck } = await readAccounting(staff, { patientId })
  expect(required).toEqual([])
  expect(struck).toMatchObject([{ manual: { id, strikeReason: 'Belongs to another patient' } }])
  await expect(
    clinic.db.$executeRaw`UPDATE manual_disclosures SET content = 'Nothing' WHERE id = ${id}::uuid`,
  ).rejects.toThrow(/permission denied/)
  await expect(clinic.db.$executeRaw`DELETE FROM manual_disclosures`).rejects.toThrow(/permission denied/)
})

test('an entry needs a day that counts, and the proof of its basis', async ({ clinic }) => {
  const { staff, patient } = await treated(clinic)
  const add = (changes: object) => addManualDisclosure(staff, { patientId: patient.id, ...fax, ...changes })
  const refusals: [object, string][] = [
    [{ disclosedOn: '2026-01-06' }, 'disclosedOn'],
    [{ disclosedOn: '2019-01-01' }, 'disclosedOn'],
    [{ basisReference: '' }, 'basisReference'],
    [{ basis: 'authorization' }, 'consentRequestId'],
    [{ basis: 'authorization', consentRequestId: patient.id }, 'consentRequestId'],
    [{ recipientName: ' ' }, 'recipientName'],
  ]
  for (const [changes, field] of refusals)
    await expect(add(changes), field).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    })
})

test('a fax under a signed form is listed as exempt', async ({ clinic }) => {
  const { staff, patient } = await treated(clinic)
  const form = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  await addManualDisclosure(staff, {
    ...{ patientId: patient.id, ...fax, basis: 'authorization' },
    consentRequestId: form.id,
  })
  const { required, authorized } = await readAccounting(staff, { patientId: patient.id })
  expect(required).toEqual([])
  expect(authorized).toMatchObject([
    { consentRequestId: form.id, basis: 'Authorization signed on Dec 1, 2025' },
  ])
})
