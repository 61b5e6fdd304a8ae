import { describe, expect } from 'vitest'
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

    for (const search of [
      '0154',
      '(415) 555-0154',
      '+1 628.555.0154',
      '6/4/1991',
      '06/04/91',
      'June 4, 1991',
    ])
      expect(await found(search), search).toEqual(['Doyle'])
    expect(await found('Doyle, Maeve 1991-06-04')).toEqual(['Doyle'])
    expect(await found('byrne 0154')).toEqual([])
    expect(await found('6/5/1991')).toEqual([])
    expect(await found('maeve')).toHaveLength(2)
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
