import { describe, expect } from 'vitest'
import { closedRecords } from '#domain/consent/authorization.ts'
import { ALL_RECORDS, type Scope } from '#domain/consent/scope.ts'
import { type RecordCategory, recordCategories } from '#domain/records/categories.ts'
import { notCovered } from '#domain/records/forwardingInputs.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { signedForm, treated } from '#tests/support/forwardable.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { listTimeline } from '../patients/listTimeline.ts'
import { readNewSinceVisit, VISIT_GAP_MS } from '../patients/readNewSinceVisit.ts'
import { editRecord } from './editRecord.ts'
import { forwardRecords } from './forwardRecords.ts'
import { listRecords } from './listRecords.ts'
import { openForwarding } from './openForwarding.ts'
import { closingOf } from './recordAccess.ts'
import { downloadRecord } from './serveRecord.ts'
import { viewRecord } from './viewRecord.ts'

const scopes: Record<string, Scope> = {
  'all records': ALL_RECORDS,
  'all records with HIV': { ...ALL_RECORDS, sensitive: ['hiv'] },
  'imaging and HIV': { ...ALL_RECORDS, categories: ['imaging', 'hiv'] },
  'all records from a day on': { ...ALL_RECORDS, serviceFrom: '2026-01-05' },
  'imaging until a day': { ...ALL_RECORDS, categories: ['imaging'], serviceTo: '2026-01-05' },
}

/** A patient with a record of each category and date, and a signed form with this scope. */
async function withEveryRecord(clinic: TestClinic, scope: Scope) {
  const setting = await treated(clinic)
  const { patient, attorney } = setting
  const recipients = [{ userId: attorney.id, name: 'Rae Okafor', firm: null, address: null }]
  const authorization = signedForm('any', recipients, {
    scope,
    revoked: { recipients: [], categories: ['billing'] },
  })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { authorization } })
  const kinds: (RecordCategory | null)[] = [null, ...recordCategories]
  for (const category of kinds)
    for (const serviceDate of [null, '2026-01-04', '2026-01-05', '2026-01-06']) {
      const { id } = await storedRecord(clinic, {
        patientId: patient.id,
        uploadedById: patient.createdById,
        fileName: `${category ?? 'none'} ${serviceDate ?? ''}.pdf`,
      })
      const data = { category, serviceDate: serviceDate ? new Date(serviceDate) : null }
      await clinic.db.patientRecord.update({ where: { id }, data })
    }
  const all = await clinic.db.patientRecord.findMany({ where: { patientId: patient.id } })
  const current = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  const rae = clinic.as(attorney)
  const open = all.filter((record) => closingOf(rae, current, record) === null)
  return { ...setting, rae, all, open }
}

const names = (records: readonly { fileName: string }[]) => records.map(({ fileName }) => fileName).sort()

test.for(Object.entries(scopes))(
  'under a form for %s, the list pages through exactly the records that are open one by one',
  async ([, scope], { clinic }) => {
    const { rae, all, open, patient } = await withEveryRecord(clinic, scope)
    expect(open.length).toBeGreaterThan(0)
    expect(open.length).toBeLessThan(all.length)
    const listed: { fileName: string }[] = []
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const page = await listRecords(rae, patient.id, { first: 3, ...(after && { after }) })
      listed.push(...page.rows.map(({ node }) => node))
      hasMore = page.hasNextPage
      after = page.rows.at(-1)?.cursor ?? null
    }
    expect(names(listed)).toEqual(names(open))
  },
)

test('a record that the form does not cover is refused with the reason, as view and as file', async ({
  clinic,
}) => {
  const { rae, all, open, patient } = await withEveryRecord(clinic, scopes['imaging and HIV'] as Scope)
  const closed = all.find((record) => !open.includes(record))
  const which = { patientId: patient.id, recordId: closed?.id ?? '' }
  const refusal = { code: 'forbidden', message: closedRecords.not_covered }
  await expect(viewRecord(rae, which)).rejects.toMatchObject(refusal)
  await expect(downloadRecord(rae, which)).rejects.toMatchObject(refusal)
  expect((await viewRecord(rae, { ...which, recordId: open[0]?.id ?? '' })).id).toBe(open[0]?.id)
})

test('the timeline and the news name only records that the form covers', async ({ clinic }) => {
  const { attorney, staff, patient, records } = await treated(clinic)
  const rae = clinic.as(attorney)
  const [mri, bill] = records
  await readNewSinceVisit(rae, {})
  clinic.now = new Date(clinic.now.getTime() + VISIT_GAP_MS + 1)
  for (const { id } of records) {
    const row = { action: 'created', resourceType: 'patient_record', resourceId: id } as const
    await audit(staff, { ...row, patientId: patient.id })
  }
  await editRecord(clinic.as(await clinic.user({ role: 'admin' })), {
    ...{ patientId: patient.id, recordId: bill.id },
    category: 'substance_use',
  })
  const subjects = (await listTimeline(rae, patient.id, {})).rows.flatMap(({ node }) => node.subject ?? [])
  expect(subjects).toEqual([mri.fileName])
  expect(await readNewSinceVisit(rae, {})).toMatchObject({ recordsAdded: 1 })
  const forClinic = (await listTimeline(staff, patient.id, {})).rows.flatMap(({ node }) => node.subject ?? [])
  expect(forClinic).toEqual([bill.fileName, bill.fileName, mri.fileName])
})

describe('the category and the service date of a record', () => {
  test('are edited by who may upload, recorded by field name, and decide access at once', async ({
    clinic,
  }) => {
    const { staff, attorney, patient, records } = await treated(clinic)
    const [{ id: recordId }] = records
    const which = { patientId: patient.id, recordId }
    const other = clinic.as(await clinic.user())
    await expect(editRecord(other, { ...which, category: 'hiv' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const edited = await editRecord(staff, { ...which, category: 'hiv', serviceDate: '2026-01-05' })
    expect(edited).toMatchObject({ category: 'hiv', serviceDate: new Date('2026-01-05') })
    await expect(viewRecord(clinic.as(attorney), which)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await editRecord(staff, { ...which, category: null })).toMatchObject({
      category: null,
      serviceDate: new Date('2026-01-05'),
    })
    await viewRecord(clinic.as(attorney), which)
    await editRecord(staff, { ...which, category: null })
    const rows = await clinic.db.auditLog.findMany({
      where: { action: 'updated', resourceId: recordId },
      orderBy: { id: 'asc' },
    })
    expect(rows.map(({ details }) => details)).toEqual([
      editOf('category', 'serviceDate'),
      editOf('category'),
    ])
  })
})

test('a forwarding under the form needs every record to be covered, and its link follows the category', async ({
  clinic,
}) => {
  const { staff, input, records } = await treated(clinic)
  const [mri, bill] = records
  const asSensitive = { patientId: input.patientId, recordId: bill.id, category: 'hiv' } as const
  await editRecord(staff, asSensitive)
  await expect(forwardRecords(staff, input)).rejects.toMatchObject({
    fields: { recordIds: notCovered(bill.fileName) },
  })
  await editRecord(staff, { ...asSensitive, category: 'billing' })
  const { secret } = await forwardRecords(staff, input)
  const shown = async () =>
    (await openForwarding(clinic.anonymous(), { secret })).records.map(({ id }) => id).sort()
  expect(await shown()).toEqual([mri.id, bill.id].sort())
  await editRecord(staff, asSensitive)
  expect(await shown()).toEqual([mri.id])
  const order = { ...input, basis: 'court_order', basisReference: 'No. 7', basisReason: 'Ordered' } as const
  const { secret: ordered } = await forwardRecords(staff, order)
  expect((await openForwarding(clinic.anonymous(), { secret: ordered })).records).toHaveLength(2)
})
