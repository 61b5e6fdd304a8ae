import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { addDays, clinicDay, startOfDay } from '#domain/dates.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { editPatient } from './editPatient.ts'
import { listPatients, type PatientPage } from './listPatients.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'

const names = ({ rows }: PatientPage) => rows.map(({ node }) => node.lastName)
const as = async (clinic: TestClinic, role: 'admin' | 'staff' | 'attorney' = 'admin') =>
  clinic.as(await clinic.user({ role }))

describe('scope', () => {
  test('limits an attorney’s list, total and counts to their own patients', async ({ clinic }) => {
    const attorney = await clinic.user({ role: 'attorney' })
    const mine = { assignedAttorneyId: attorney.id }
    await clinic.patient({ ...mine, lastName: 'Own' })
    await clinic.patient({ ...mine, lastName: 'Signed', status: 'consent_signed' })
    await clinic.patient({ lastName: 'Unassigned', status: 'schedulable' })
    await clinic.patient({ lastName: 'Other', assignedAttorneyId: (await clinic.user()).id })

    const page = await listPatients(clinic.as(attorney), {}, {})
    expect(names(page).sort()).toEqual(['Own', 'Signed'])
    expect(page.totalCount).toBe(2)
    expect(page.statusCounts).toEqual(
      expect.arrayContaining([
        { status: 'pending_consent', count: 1 },
        { status: 'consent_signed', count: 1 },
      ]),
    )
    expect(page.statusCounts).toHaveLength(2)
    const searched = await listPatients(clinic.as(attorney), { search: 'unassigned' }, {})
    expect(searched).toMatchObject({ rows: [], totalCount: 0 })
  })

  test('shows staff and administrators everyone except dropped patients, unless they filter for those', async ({
    clinic,
  }) => {
    await clinic.patient({ lastName: 'Here' })
    await clinic.patient({ lastName: 'Gone', status: 'dropped' })
    for (const role of ['admin', 'staff'] as const) {
      const all = await listPatients(await as(clinic, role), {}, {})
      expect(names(all)).toEqual(['Here'])
      expect(all.totalCount).toBe(1)
      const dropped = await listPatients(await as(clinic, role), { status: 'dropped' }, {})
      expect(names(dropped)).toEqual(['Gone'])
      expect(dropped.totalCount).toBe(1)
    }
  })

  test('updates the counts after a status change and an edit, and omits empty statuses', async ({
    clinic,
  }) => {
    const admin = await as(clinic)
    const patient = await clinic.patient()
    await overridePatientStatus(admin, { patientId: patient.id, status: 'schedulable' })
    await editPatient(admin, { patientId: patient.id, phone: '(415) 555-0101' })
    const { statusCounts } = await listPatients(admin, {}, {})
    expect(statusCounts).toEqual([{ status: 'schedulable', count: 1 }])
  })
})

describe('search', () => {
  test('finds every word in name or address, ignoring case and accents', async ({ clinic }) => {
    const admin = await as(clinic)
    await clinic.patient({ firstName: 'José', lastName: 'Đặng', email: 'jd@example.test' })
    await clinic.patient({ firstName: 'Maren', lastName: "O'Brien-Nakamura", email: 'mo@example.test' })
    const found = async (search: string) => names(await listPatients(admin, { search }, {}))

    expect(await found('jose')).toEqual(['Đặng'])
    expect(await found('JOSÉ đang')).toEqual(['Đặng'])
    expect(await found("o'brien")).toEqual(["O'Brien-Nakamura"])
    expect(await found('nakamura maren')).toEqual(["O'Brien-Nakamura"])
    expect(await found('MO@EXAMPLE')).toEqual(["O'Brien-Nakamura"])
    expect(await found('jose nakamura')).toEqual([])
  })

  test('finds part of a phone number, and a date of birth however it is written', async ({ clinic }) => {
    const admin = await as(clinic)
    const dateOfBirth = new Date('1991-06-04')
    await clinic.patient({ firstName: 'Maeve', lastName: 'Doyle', phone: '(628) 555-0154', dateOfBirth })
    await clinic.patient({ firstName: 'Maeve', lastName: 'Byrne', phone: null, dateOfBirth: null })
    const found = async (search: string) => names(await listPatients(admin, { search }, {}))

    for (const search of ['0154', '555-0154', '+1 628.555.0154', '6/4/1991', '06/04/91', 'June 4, 1991'])
      expect(await found(search), search).toEqual(['Doyle'])
    expect(await found('Doyle, Maeve 1991-06-04')).toEqual(['Doyle'])
    expect(await found('byrne 0154')).toEqual([])
    expect(await found('6/5/1991')).toEqual([])
    expect(await found('maeve')).toHaveLength(2)
  })

  test('finds what another system calls a patient, and forgets it with the identifier', async ({
    clinic,
  }) => {
    const admin = await as(clinic)
    const patient = await clinic.patient({ lastName: 'Doyle' })
    const identifiers = [
      { system: 'https://ehr.example.org/patients', value: 'MRN-00417' },
      { system: 'Case management', value: '2026/4711-B' },
      { system: 'Insurance', value: '555-03-9981' },
    ]
    await editPatient(admin, { patientId: patient.id, identifiers })
    await clinic.patient({ lastName: 'Byrne' })
    const found = async (search: string) => names(await listPatients(admin, { search }, {}))

    for (const search of ['mrn-00417', '00417', 'doyle 4711', '2026/4711-b', '555-03-9981', '555039981'])
      expect(await found(search), search).toEqual(['Doyle'])
    expect(await found('ehr.example')).toEqual([])
    await editPatient(admin, { patientId: patient.id, identifiers: identifiers.slice(1) })
    expect(await found('00417')).toEqual([])
    expect(await found('4711')).toEqual(['Doyle'])
    await editPatient(admin, { patientId: patient.id, identifiers: null })
    expect(await found('4711')).toEqual([])
  })

  test('treats % _ and \\ as plain characters', async ({ clinic }) => {
    const admin = await as(clinic)
    for (const lastName of ['Per%cent', 'Under_score', 'Back\\slash', 'Plain'])
      await clinic.patient({ lastName })
    const found = async (search: string) => names(await listPatients(admin, { search }, {}))

    expect(await found('%')).toEqual(['Per%cent'])
    expect(await found('_')).toEqual(['Under_score'])
    expect(await found('\\')).toEqual(['Back\\slash'])
    expect(await found("' OR 1=1 --")).toEqual([])
  })

  test('counts its matches, also with a status filter', async ({ clinic }) => {
    const admin = await as(clinic)
    await clinic.patient({ lastName: 'Okafor' })
    await clinic.patient({ lastName: 'Okafor', status: 'schedulable' })
    expect(await listPatients(admin, { search: 'oka', status: 'schedulable' }, {})).toMatchObject({
      totalCount: 1,
      isTotalExact: true,
    })
    expect((await listPatients(admin, { search: '   ' }, {})).totalCount).toBe(2)
  })
})

describe('sort order', () => {
  test('is newest first, by name or by waiting time, ascending or descending', async ({ clinic }) => {
    const admin = await as(clinic)
    const day = (date: number) => new Date(Date.UTC(2026, 0, date))
    await clinic.patient({ lastName: 'Émile', firstName: 'B', createdAt: day(1), statusSince: day(3) })
    await clinic.patient({ lastName: 'emile', firstName: 'A', createdAt: day(3), statusSince: day(1) })
    await clinic.patient({ lastName: 'Zoe', createdAt: day(2), statusSince: day(2) })
    const order = async (given: object) => names(await listPatients(admin, given, {}))

    expect(await order({})).toEqual(['emile', 'Zoe', 'Émile'])
    expect(await order({ sort: 'created', direction: 'asc' })).toEqual(['Émile', 'Zoe', 'emile'])
    expect(await order({ sort: 'name' })).toEqual(['emile', 'Émile', 'Zoe'])
    expect(await order({ sort: 'name', direction: 'desc' })).toEqual(['Zoe', 'Émile', 'emile'])
    expect(await order({ sort: 'in_step' })).toEqual(['emile', 'Zoe', 'Émile'])
    expect(await order({ sort: 'in_step', direction: 'desc' })).toEqual(['Émile', 'Zoe', 'emile'])
  })

  test('by last change begins with the oldest, so that a patient changed between two pages comes again', async ({
    clinic,
  }) => {
    const admin = await as(clinic)
    const day = (date: number) => new Date(Date.UTC(2026, 0, date))
    const first = await clinic.patient({ lastName: 'First', updatedAt: day(2) })
    await clinic.patient({ lastName: 'Second', updatedAt: day(3) })
    await clinic.patient({ lastName: 'Before', updatedAt: day(1) })
    const given = { sort: 'updated', updatedSince: day(2).toISOString() } as const
    const page = await listPatients(admin, given, { first: 1 })
    expect(names(page)).toEqual(['First'])
    expect(page.totalCount).toBe(2)
    await clinic.db.patient.update({ where: { id: first.id }, data: { phone: '1' } })
    const next = await listPatients(admin, given, { after: page.rows[0]?.cursor })
    expect(names(next)).toEqual(['Second', 'First'])
  })
})

describe('filters', () => {
  const found = async (ctx: Awaited<ReturnType<typeof as>>, filters: object) =>
    names(await listPatients(ctx, filters, {})).sort()

  test('by assignee find the caller’s own, unassigned and another user’s patients', async ({ clinic }) => {
    const [staff, other] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
    await clinic.patient({ lastName: 'Own', assignedAttorneyId: staff.id })
    await clinic.patient({ lastName: 'Created only', createdById: staff.id })
    await clinic.patient({ lastName: 'Other', assignedAttorneyId: other.id })
    const ctx = clinic.as(staff)
    expect(await found(ctx, { assignedAttorney: 'me' })).toEqual(['Own'])
    expect(await found(ctx, { assignedAttorney: 'none' })).toEqual(['Created only'])
    expect(await found(ctx, { assignedAttorney: other.id })).toEqual(['Other'])
    expect(await found(ctx, { assignedAttorney: 'no ID' })).toEqual([])
  })

  test('never show an attorney the patients of other users', async ({ clinic }) => {
    const [attorney, other] = [
      await clinic.user({ role: 'attorney' }),
      await clinic.user({ role: 'attorney' }),
    ]
    await clinic.patient({ lastName: 'Own', assignedAttorneyId: attorney.id })
    await clinic.patient({ lastName: 'Other', assignedAttorneyId: other.id })
    await clinic.patient({ lastName: 'Unassigned' })
    const ctx = clinic.as(attorney)
    for (const assignedAttorney of ['none', other.id])
      expect(await listPatients(ctx, { assignedAttorney }, {})).toMatchObject({ rows: [], totalCount: 0 })
    expect(await found(ctx, { assignedAttorney: 'me' })).toEqual(['Own'])
  })

  test('by date count the days of the clinic’s time zone', async ({ clinic }) => {
    const admin = await as(clinic)
    // The clinic is in New York, five hours behind UTC.
    for (const [lastName, at] of [
      ['Before', '2026-01-02T04:59:59Z'],
      ['First', '2026-01-02T05:00:00Z'],
      ['Last', '2026-01-04T04:59:59Z'],
      ['After', '2026-01-04T05:00:00Z'],
    ] as const)
      await clinic.patient({
        ...{ lastName, createdAt: new Date(at), statusSince: new Date(at), consentSignedAt: new Date(at) },
      })
    for (const name of ['created', 'consentSigned', 'statusChanged']) {
      const both = { [`${name}From`]: '2026-01-02', [`${name}To`]: '2026-01-03' }
      expect(await found(admin, both), name).toEqual(['First', 'Last'])
      expect(await found(admin, { [`${name}From`]: '2026-01-04' }), name).toEqual(['After'])
      expect(await found(admin, { [`${name}To`]: '2026-01-01' }), name).toEqual(['Before'])
    }
  })

  test('by days in status find patients who have waited at least as long', async ({ clinic }) => {
    const admin = await as(clinic)
    const yesterday = startOfDay(addDays(clinicDay(clinic.now, 'America/New_York'), -1), 'America/New_York')
    await clinic.patient({ lastName: 'Yesterday', statusSince: yesterday })
    await clinic.patient({ lastName: 'Evening before', statusSince: new Date(yesterday.getTime() - 1) })
    expect(await found(admin, { minDaysInStatus: 1 })).toEqual(['Evening before', 'Yesterday'])
    expect(await found(admin, { minDaysInStatus: 2 })).toEqual(['Evening before'])
    expect(await found(admin, { minDaysInStatus: 3 })).toEqual([])
  })

  test('by needed review find patients whose signed form waits for staff', async ({ clinic }) => {
    const admin = await as(clinic)
    await clinic.patient({ lastName: 'Waiting', reviewRequestId: randomUUID() })
    await clinic.patient({ lastName: 'Reviewed' })
    expect(await found(admin, { needsReview: true })).toEqual(['Waiting'])
    expect(await found(admin, { needsReview: false })).toEqual(['Reviewed', 'Waiting'])
  })

  test('combine with each other, with status and with search, and are counted', async ({ clinic }) => {
    const user = await clinic.user()
    const mine = { assignedAttorneyId: user.id }
    await clinic.patient({ ...mine, lastName: 'Okafor', status: 'schedulable' })
    await clinic.patient({ ...mine, lastName: 'Okonkwo' })
    await clinic.patient({ lastName: 'Okoro', status: 'schedulable' })
    const filters = { search: 'ok', status: 'schedulable', assignedAttorney: 'me', createdFrom: '2026-01-01' }
    const page = await listPatients(clinic.as(user), filters as object, {})
    expect(names(page)).toEqual(['Okafor'])
    expect(page).toMatchObject({ totalCount: 1, isTotalExact: true })
    const counted = await listPatients(clinic.as(user), { assignedAttorney: 'me' }, { first: 1 })
    expect(counted.totalCount).toBe(2)
  })
})

describe('the audit log', () => {
  const listed = (clinic: TestClinic) => clinic.db.auditLog.findMany({ where: { action: 'listed' } })

  test('has one row per list with the names of the filters and the count, without search terms', async ({
    clinic,
  }) => {
    const admin = await as(clinic)
    await clinic.patient({ lastName: 'Okafor' })
    await listPatients(admin, { search: 'okafor', status: 'pending_consent' }, {})
    const rows = await listed(clinic)
    expect(rows).toMatchObject([
      {
        resourceType: 'patient',
        userId: admin.actor.id,
        details: { filters: ['status', 'search'], count: 1 },
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/okafor|pending/i)
  })

  test('names the filters by assignee, dates and days, without their values', async ({ clinic }) => {
    const admin = await as(clinic)
    const { id } = await clinic.patient({ statusSince: new Date(0) })
    await listPatients(
      admin,
      { assignedAttorney: 'none', createdFrom: '2026-01-01', minDaysInStatus: 7 },
      { first: 0 },
    )
    const [row] = await listed(clinic)
    expect(row?.details).toEqual({
      filters: ['assignedAttorney', 'createdFrom', 'minDaysInStatus'],
      count: 1,
    })
    const named = await clinic.db.auditLogPatients.findFirst({ where: { auditLogId: row?.id as string } })
    expect(named?.patientIds, 'the count alone would confirm the patient').toEqual([id])
  })

  test('has one row for a list, and a row for each further page that continues it', async ({ clinic }) => {
    const admin = await as(clinic)
    for (let count = 0; count < 3; count += 1) await clinic.patient()
    const { rows } = await listPatients(admin, {}, { first: 2 })
    await listPatients(admin, {}, { first: 2, after: rows[1]?.cursor })
    const pages = await listed(clinic)
    const [first] = pages.filter(({ continuesId }) => continuesId === null)
    expect(pages.filter(({ continuesId }) => continuesId !== null)).toMatchObject([
      { continuesId: first?.id, patientCount: 1 },
    ])
    expect(pages).toHaveLength(2)
  })
})
