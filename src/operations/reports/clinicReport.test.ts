import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { readConsentRequest } from '../consent/readConsentRequest.ts'
import { resendConsent } from '../consent/resendConsent.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { showSigningLink } from '../consent/showSigningLink.ts'
import { signConsent } from '../consent/signConsent.ts'
import type { OperationContext } from '../context.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { exportReportTable } from './exportReportTable.ts'
import { readClinicReport } from './readClinicReport.ts'

// Monday, January 5, 2026, 10 AM in New York.
const at = (day: string, time = '15:00:00Z') => new Date(`${day}T${time}`)

/** The patient signs the active request by its link. */
async function sign(
  clinic: TestClinic,
  staff: OperationContext,
  patientId: string,
  now: Date,
): Promise<void> {
  const { path } = await showSigningLink(staff, { patientId })
  const secret = path.replace('/sign/', '')
  clinic.now = now
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    signerName: 'Maren Lindqvist',
    agreesToSignElectronically: true,
  })
}

async function signedOnPaper({ db }: TestClinic, patientId: string, sentById: string, closedAt: Date) {
  const ids = { patientId, sentById, idempotencyKey: randomUUID() }
  const form = { document: {}, documentSha256: '', templateVersion: '1', expiresAt: closedAt }
  const paper = {
    channel: 'paper',
    signatureKind: 'wet',
    witnessName: 'Wes',
    signerName: 'Maren Lindqvist',
  } as const
  await db.consentRequest.create({
    data: { ...ids, ...form, ...paper, state: 'signed', provider: 'built_in', signedOn: closedAt, closedAt },
  })
}

test('signatures count in their week, with the days since the first sending', async ({ clinic }) => {
  const [admin, rae] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney', lastName: 'Stone' }),
  ]
  const staff = clinic.as(admin)
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  clinic.now = at('2026-01-05')
  await sendConsent(staff, { patientId })
  clinic.now = at('2026-01-08')
  await resendConsent(staff, { patientId })
  // Sunday, 1 AM in New York, so in the week of January 11.
  await sign(clinic, staff, patientId, at('2026-01-11', '06:00:00Z'))
  const paper = await clinic.patient()
  // Saturday, 11:30 PM in New York.
  await signedOnPaper(clinic, paper.id, admin.id, at('2026-01-11', '04:30:00Z'))
  clinic.now = at('2026-01-12')

  const report = await readClinicReport(staff, { fromDay: '2026-01-04' })
  expect(report).toMatchObject({ fromDay: '2026-01-04', toDay: '2026-01-12' })
  expect(report.signedByWeek).toEqual([
    { week: '2026-01-04', signed: 1 },
    { week: '2026-01-11', signed: 1 },
  ])
  expect(report.signedByAttorney).toEqual([
    { id: rae.id, name: 'Sam Stone', signed: 1, medianDays: 5.6 },
    { id: null, name: null, signed: 1, medianDays: null },
  ])
  expect(report.signedByTemplate.map(({ signed, medianDays }) => [signed, medianDays])).toEqual(
    expect.arrayContaining([
      [1, 5.6],
      [1, null],
    ]),
  )
  const template = await clinic.db.consentTemplate.findFirstOrThrow()
  const ofTemplate = await readClinicReport(staff, { fromDay: '2026-01-04', templateId: template.id })
  expect(ofTemplate.signedByAttorney).toMatchObject([{ name: 'Sam Stone' }])
})

test('after a reassignment, signatures count for the new attorney', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [rae, kim] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  await sendConsent(admin, { patientId })
  await sign(clinic, admin, patientId, clinic.now)
  const signedOf = async (user: typeof rae) =>
    (await readClinicReport(clinic.as(user), {})).signedByWeek.reduce((sum, { signed }) => sum + signed, 0)
  expect([await signedOf(rae), await signedOf(kim)]).toEqual([1, 0])
  await reassignPatient(admin, { patientId, assignedAttorney: kim.id })
  expect([await signedOf(rae), await signedOf(kim)]).toEqual([0, 1])
})

test('the funnel counts each patient up to the step where they are or were dropped', async ({ clinic }) => {
  const staff = await clinic.user()
  await clinic.patient({ createdAt: at('2025-09-01') })
  const createdAt = clinic.now
  await clinic.patient({ createdAt })
  await clinic.patient({ createdAt, status: 'consent_signed' })
  const dropped = await clinic.patient({ createdAt, status: 'dropped' })
  await clinic.db.patientStatusChange.create({
    data: { patientId: dropped.id, from: 'consent_sent', to: 'dropped', changedAt: clinic.now },
  })
  const { funnel } = await readClinicReport(clinic.as(staff), { fromDay: '2026-01-01' })
  expect(funnel.slice(0, 4)).toEqual([
    { status: 'pending_consent', reached: 3, here: 1, dropped: 0 },
    { status: 'consent_sent', reached: 2, here: 0, dropped: 1 },
    { status: 'consent_signed', reached: 1, here: 1, dropped: 0 },
    { status: 'schedulable', reached: 0, here: 0, dropped: 0 },
  ])
})

test('visits count once their time has passed, with no-shows and cancellations', async ({ clinic }) => {
  const { id: createdById } = await clinic.user()
  const { id: patientId } = await clinic.patient()
  const visit = (scheduledAt: Date, status: 'scheduled' | 'completed' | 'cancelled' | 'no_show') =>
    clinic.db.appointment.create({
      data: { patientId, providerId: createdById, createdById, scheduledAt, status },
    })
  await visit(at('2025-12-29'), 'completed')
  await visit(at('2025-12-30'), 'no_show')
  await visit(at('2025-12-31'), 'cancelled')
  await visit(at('2026-01-05', '14:00:00Z'), 'scheduled')
  await visit(at('2026-01-05', '18:00:00Z'), 'scheduled')
  const { visitsByWeek } = await readClinicReport(clinic.as(await clinic.user()), { fromDay: '2025-12-28' })
  expect(visitsByWeek).toEqual([
    { week: '2025-12-28', visits: 3, noShows: 1, cancelled: 1 },
    { week: '2026-01-04', visits: 1, noShows: 0, cancelled: 0 },
  ])
})

test('forwardings and their records count in their week', async ({ clinic }) => {
  const { admin, staff, attorney, other, input } = await treated(clinic).then(async (one) => ({
    ...one,
    admin: await clinic.user({ role: 'admin' }),
  }))
  await forwardRecords(staff, input)
  const weeksOf = async (user: typeof admin, filters = {}) =>
    (await readClinicReport(clinic.as(user), { fromDay: '2026-01-04', ...filters })).forwardedByWeek
  const one = [{ week: '2026-01-04', forwardings: 1, records: 2 }]
  const none = [{ week: '2026-01-04', forwardings: 0, records: 0 }]
  expect(await weeksOf(admin)).toEqual(one)
  expect(await weeksOf(admin, { attorneyId: attorney.id })).toEqual(one)
  expect(await weeksOf(admin, { attorneyId: other.id })).toEqual(none)
})

test('an attorney’s report covers only their own patients, with every filter', async ({ clinic }) => {
  const [rae, kim] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  await clinic.patient({ lastName: 'Own', createdAt: clinic.now, assignedAttorneyId: rae.id })
  await clinic.patient({ lastName: 'Foreign', assignedAttorneyId: kim.id })
  const waiting = async (filters: { attorneyId?: string }) => {
    const { oldestWaiting, funnel } = await readClinicReport(clinic.as(rae), filters)
    return [oldestWaiting.map(({ lastName }) => lastName), funnel[0]?.reached]
  }
  expect(await waiting({})).toEqual([['Own'], 1])
  expect(await waiting({ attorneyId: kim.id })).toEqual([[], 0])
})

test('the audit row names the waiting patients, and the patients behind small figures', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const waiting = await clinic.patient()
  const gone = await clinic.patient({ status: 'dropped', createdAt: clinic.now })
  await readClinicReport(clinic.as(staff), { fromDay: '2026-01-01' })
  await exportReportTable(clinic.as(staff), { table: 'oldest_waiting' })
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'clinic_report' },
    orderBy: { id: 'asc' },
  })
  expect(rows).toMatchObject([
    { action: 'viewed', details: { filters: ['fromDay'] }, patientCount: 2 },
    { action: 'exported', details: { table: 'oldest_waiting', filters: [] }, patientCount: 1 },
  ])
  const named = await clinic.db.auditLogPatients.findMany({ orderBy: { auditLogId: 'asc' } })
  expect(named.map(({ patientIds }) => patientIds)).toEqual([[waiting.id, gone.id].sort(), [waiting.id]])
})

test('a table has headings for people and the clinic’s time', async ({ clinic, server }) => {
  const staff = await clinic.user()
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Stone' })
  await clinic.patient({
    firstName: '=1+1',
    lastName: 'Doe',
    assignedAttorneyId: attorney.id,
    statusSince: at('2026-01-01', '03:30:00Z'),
  })
  const visitor = server.visitor()
  await visitor.signIn(staff.email)
  const { text, headers } = await visitor.call('GET', '/api/reports/table.csv?table=oldest_waiting')
  expect(headers.get('content-disposition')).toContain('oldest-waiting-2026-01-05.csv')
  expect(text).toBe(
    "Patient,Status,Since,Days,Attorney\r\n'=1+1 Doe,Pending Consent,2025-12-31 22:30,5,Rae Stone\r\n",
  )
})

test('a period is at most 366 days and does not end before it begins', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const read = (fromDay: string, toDay: string) => readClinicReport(staff, { fromDay, toDay })
  await expect(read('2025-01-01', '2026-01-02')).rejects.toMatchObject({
    code: 'invalid',
    fields: { toDay: 'Choose at most 366 days' },
  })
  await expect(read('2026-01-02', '2026-01-01')).rejects.toMatchObject({
    fields: { toDay: 'To must not be before From' },
  })
  expect((await read('2025-01-01', '2026-01-01')).signedByWeek).toHaveLength(53)
  expect((await readClinicReport(staff, {})).signedByWeek).toHaveLength(12)
})

test('the number of statements does not depend on the period', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const count = async (filters: object) =>
    work(await statementsOf(() => readClinicReport(staff, filters))).length
  expect([await count({}), await count({ fromDay: '2025-02-01' })]).toEqual([6, 6])
})
