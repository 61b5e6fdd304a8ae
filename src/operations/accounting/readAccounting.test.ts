import { expect } from 'vitest'
import { csvLine } from '#domain/csv.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { forwardablePatient, treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { downloadConsentForm } from '../consent/downloadConsentForm.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import type { OperationContext } from '../context.ts'
import { listNotes } from '../notes/notes.ts'
import { listPatients } from '../patients/listPatients.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { listRecords } from '../records/listRecords.ts'
import { openForwarding } from '../records/openForwarding.ts'
import { downloadRecord } from '../records/serveRecord.ts'
import { exportPatients } from '../reports/exportPatients.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { editUser } from '../users/editUser.ts'
import { exportAccounting } from './exportAccounting.ts'
import { addManualDisclosure } from './manualDisclosures.ts'
import { readAccounting } from './readAccounting.ts'

const HOUR = 3_600_000

/** What an attorney does in the app. The patient list is the hot path, so it has its own statement. */
async function lookAround(ctx: OperationContext, patientId: string): Promise<void> {
  await listPatients(ctx, {}, {})
  await viewPatient(ctx, { patientId })
  await listNotes(ctx, patientId, {})
  await listRecords(ctx, patientId, {})
  await exportPatients(ctx, {}, {})
}

const told = (entries: readonly { content: string; count: number }[]) =>
  entries.map(({ content, count }) => `${content.split(':')[0]} ×${count}`).sort()

test('looks under an authorization are in their own section, and the others must be accounted for', async ({
  clinic,
}) => {
  const { staff, attorney, patient, records, input } = await treated(clinic, {})
  const attorneyCtx = clinic.as(attorney)
  await lookAround(attorneyCtx, patient.id)
  await lookAround(attorneyCtx, patient.id)
  await downloadConsentForm(attorneyCtx, { patientId: patient.id })
  await (await downloadRecord(attorneyCtx, { patientId: patient.id, recordId: records[0].id }))
    .read()
    .return(undefined)
  const { secret } = await forwardRecords(staff, input)
  await openForwarding(clinic.anonymous(), { secret })
  // Reads by the clinic are no disclosures.
  await lookAround(staff, patient.id)

  const found = await readAccounting(staff, { patientId: patient.id })
  expect(found.required).toEqual([])
  expect(told(found.authorized)).toEqual([
    'Chart ×2',
    'Details of records ×2',
    'Downloaded ×1',
    'Exported as a file. Patient list ×2',
    'Forwarded ×1',
    'Forwarded ×1',
    'Link opened ×1',
    'Notes that the clinic shares with the attorney ×2',
    'Patient list ×2',
    'Signed consent form ×1',
  ])
  expect(found.authorized[0]).toMatchObject({
    recipientName: `Sam ${attorney.lastName}`,
    recipientAddress: attorney.email,
    basis: 'Authorization signed on Dec 1, 2025',
  })

  clinic.now = new Date(clinic.now.getTime() + HOUR)
  await revokeConsent(staff, { patientId: patient.id, reason: 'The patient asked for it' })
  clinic.now = new Date(clinic.now.getTime() + HOUR)
  await listPatients(attorneyCtx, {}, {})
  const later = await readAccounting(staff, { patientId: patient.id })
  expect(told(later.required)).toEqual(['Patient list ×1'])
  expect(later.required[0]).toMatchObject({
    consentRequestId: null,
    basis: 'Access as the patient’s attorney, without an authorization',
  })
  expect(later.authorized).toHaveLength(found.authorized.length)
})

test('an attorney whom the form does not name, and looks before it, must be accounted for', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const [named, other] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  clinic.now = new Date('2025-11-01T15:00:00Z')
  const { patient } = await forwardablePatient(clinic, {
    createdById: admin.id,
    assignedAttorneyId: named.id,
  })
  // The form was signed on December 1.
  await listPatients(clinic.as(named), {}, {})
  clinic.now = new Date('2026-01-05T15:00:00Z')
  await viewPatient(clinic.as(named), { patientId: patient.id })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: other.id } })
  await viewPatient(clinic.as(other), { patientId: patient.id })
  const found = await readAccounting(clinic.as(admin), { patientId: patient.id })
  expect(found.authorized.map(({ recipientName }) => recipientName)).toEqual([`Sam ${named.lastName}`])
  expect(found.required.map(({ recipientName, content }) => [recipientName, content.split(':')[0]])).toEqual([
    [`Sam ${named.lastName}`, 'Patient list'],
    [`Sam ${other.lastName}`, 'Chart'],
  ])
})

test('a form for some categories covers their records, but not the rest of the chart', async ({ clinic }) => {
  const { staff, attorney, patient } = await treated(clinic)
  await clinic.db.consentRequest.updateMany({
    where: { patientId: patient.id },
    data: { scope: { categories: ['imaging'], sensitive: [], serviceFrom: null, serviceTo: null } },
  })
  const ctx = clinic.as(attorney)
  await viewPatient(ctx, { patientId: patient.id })
  await listRecords(ctx, patient.id, {})
  const found = await readAccounting(staff, { patientId: patient.id })
  expect(told(found.required)).toEqual(['Chart ×1'])
  expect(told(found.authorized)).toEqual(['Details of records ×1'])
})

test('a recipient keeps the name, address and role of the time, also after the account is deleted', async ({
  clinic,
}) => {
  clinic.now = new Date()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const attorney = await clinic.user({ role: 'attorney', firm: 'Okafor Law', email: 'rae@okafor.test' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  await viewPatient(clinic.as(attorney), { patientId: patient.id })
  clinic.now = new Date(Date.now() + HOUR)
  await editUser(admin, { userId: attorney.id, lastName: 'Renamed', firm: 'Other Law', role: 'staff' })
  // Of staff from now on, so this is no disclosure.
  await viewPatient(clinic.as({ ...attorney, role: 'staff' }), { patientId: patient.id })
  await deleteUser(admin, { userId: attorney.id })
  const { required } = await readAccounting(admin, { patientId: patient.id })
  expect(required).toMatchObject([
    { recipientName: `Sam ${attorney.lastName}`, recipientAddress: 'Okafor Law, rae@okafor.test', count: 1 },
  ])
})

test('a period means days of the clinic, and goes back six years', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  // January 5 in New York until 5 AM UTC.
  clinic.now = new Date('2026-01-06T04:59:00Z')
  await viewPatient(clinic.as(attorney), { patientId: patient.id })
  clinic.now = new Date('2026-01-07T15:00:00Z')
  const of = async (fromDay: string, toDay: string) =>
    (await readAccounting(staff, { patientId: patient.id, fromDay, toDay })).required.length
  expect([await of('2026-01-05', '2026-01-05'), await of('2026-01-06', '2026-01-07')]).toEqual([1, 0])
  await expect(of('2019-10-08', '2026-01-07')).rejects.toMatchObject({
    fields: { fromDay: expect.any(String) },
  })
  expect(await of('2020-01-07', '2026-01-07')).toBe(1)
  await expect(of('2026-01-06', '2026-01-05')).rejects.toMatchObject({ code: 'invalid' })
  await expect(of('2026-01-06', '2026-01-08')).rejects.toMatchObject({ code: 'invalid' })
})

test('the export has each disclosure in parts, and no formulas', async ({ clinic }) => {
  const { staff, attorney, patient, records } = await treated(clinic)
  for (let minute = 0; minute < 3; minute += 1) {
    clinic.now = new Date(clinic.now.getTime() + 60_000)
    await viewPatient(clinic.as(attorney), { patientId: patient.id })
  }
  // Entries of the same moment come in any order.
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await (await downloadRecord(clinic.as(attorney), { patientId: patient.id, recordId: records[1].id }))
    .read()
    .return(undefined)
  await addManualDisclosure(staff, {
    ...{ patientId: patient.id, disclosedOn: '2026-01-02', channel: 'fax', basis: 'public_health' },
    ...{ recipientName: '=HYPERLINK("http://x")', content: 'A result', purpose: '@SUM(1)' },
  })
  const part = await exportAccounting(staff, { patientId: patient.id })
  const at = (name: string) => part.columns.indexOf(name)
  expect(part.rows.map((row) => [row[at('section')], row[at('what')]])).toEqual([
    ['required', 'A result (fax)'],
    ...Array.from({ length: 3 }, () => ['under_authorization', expect.stringMatching(/^Chart/)]),
    ['under_authorization', 'Downloaded: bill.pdf'],
  ])
  expect(csvLine(part.rows[0] ?? [])).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(csvLine(part.rows[0] ?? [])).toContain("'@SUM(1)")
  const second = await exportAccounting(staff, { patientId: patient.id, after: part.endCursor })
  expect(second.rows).toEqual([])
  expect(await exportedRows(clinic)).toEqual(['exported disclosure', 'exported disclosure'])
})

const exportedRows = async ({ db }: TestClinic) =>
  (await db.auditLog.findMany({ where: { action: 'exported' } })).map(
    (row) => `${row.action} ${row.resourceType}`,
  )

test('attorneys cannot read the accounting, and staff not that of a restricted chart', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id, restrictedAt: clinic.now })
  const asked = { patientId: patient.id }
  await expect(readAccounting(clinic.as(attorney), asked)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(exportAccounting(clinic.as(attorney), asked)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(readAccounting(clinic.as(await clinic.user()), asked)).rejects.toMatchObject({
    code: 'forbidden',
  })
})
