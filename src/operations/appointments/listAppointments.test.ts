import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { type AppointmentListInput, listAppointments } from './listAppointments.ts'

async function booked(clinic: TestClinic, scheduledAt: string, values: object = {}) {
  const provider = await clinic.user()
  return clinic.db.appointment.create({
    data: {
      patientId: (await clinic.patient()).id,
      providerId: provider.id,
      createdById: provider.id,
      scheduledAt: new Date(scheduledAt),
      ...values,
    },
  })
}

test('appointments are sorted by time, and upcoming ones exclude past and cancelled ones', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const later = await booked(clinic, '2026-01-07T10:00:00Z')
  const past = await booked(clinic, '2026-01-04T10:00:00Z')
  const soon = await booked(clinic, '2026-01-06T10:00:00Z')
  const cancelled = await booked(clinic, '2026-01-06T11:00:00Z', { status: 'cancelled' })
  const ids = async (upcoming: boolean) =>
    (await listAppointments(admin, { upcoming }, {})).rows.map(({ node }) => node.id)

  expect(await ids(false)).toEqual([past.id, soon.id, cancelled.id, later.id])
  expect(await ids(true)).toEqual([soon.id, later.id])
})

test('an attorney sees their patients’ appointments, not those they merely provide', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ assignedAttorneyId: rae.id })
  const mine = await booked(clinic, '2026-01-07T10:00:00Z', { patientId: own.id })
  await booked(clinic, '2026-01-08T10:00:00Z', { providerId: rae.id })
  const { rows } = await listAppointments(clinic.as(rae), { upcoming: false }, {})
  expect(rows.map(({ node }) => node.id)).toEqual([mine.id])
})

test('reading the schedule writes one audit row', async ({ clinic }) => {
  const staff = await clinic.user()
  await booked(clinic, '2026-01-07T10:00:00Z')
  await listAppointments(clinic.as(staff), { upcoming: true }, {})
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    {
      action: 'listed',
      resourceType: 'appointment',
      userId: staff.id,
      details: { filters: ['upcoming'], count: 1 },
    },
  ])
})

test('week, provider, patient and status filter the schedule, alone and combined', async ({ clinic }) => {
  const staff = await clinic.user()
  const monday = await booked(clinic, '2026-01-12T05:00:00Z')
  const friday = await booked(clinic, '2026-01-16T20:00:00Z', { status: 'cancelled' })
  const next = await booked(clinic, '2026-01-19T05:00:00Z', { providerId: monday.providerId })
  const ids = async (filter: AppointmentListInput) =>
    (await listAppointments(clinic.as(staff), filter, {})).rows.map(({ node }) => node.id)
  const week = { from: '2026-01-12T00:00:00-05:00', to: '2026-01-19T00:00:00-05:00' }

  expect(await ids(week)).toEqual([monday.id, friday.id])
  expect(await ids({ from: week.to })).toEqual([next.id])
  expect(await ids({ to: '2026-01-12T05:00:00.001Z' })).toEqual([monday.id])
  expect(await ids({ providerId: monday.providerId })).toEqual([monday.id, next.id])
  expect(await ids({ patientId: friday.patientId })).toEqual([friday.id])
  expect(await ids({ status: 'cancelled' })).toEqual([friday.id])
  expect(await ids({ ...week, providerId: monday.providerId, status: 'scheduled' })).toEqual([monday.id])
  expect(await ids({ upcoming: true, status: 'cancelled' })).toEqual([])
  for (const nobody of ['nobody', staff.id])
    expect([...(await ids({ providerId: nobody })), ...(await ids({ patientId: nobody }))]).toEqual([])
  await expect(ids({ from: week.to, to: week.from })).rejects.toMatchObject({
    code: 'invalid',
    fields: { to: 'To must be after from' },
  })
})

test('the audit row of a filtered schedule names the filters and the patient', async ({ clinic }) => {
  const staff = await clinic.user()
  const { patientId, providerId } = await booked(clinic, '2026-01-12T05:00:00Z')
  const from = '2026-01-12T05:00:00Z'
  await listAppointments(clinic.as(staff), { upcoming: false, from, status: null, patientId, providerId }, {})
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    { action: 'listed', patientId, details: { filters: ['from', 'providerId', 'patientId'], count: 1 } },
  ])
})

test('an attorney cannot use a filter to see another attorney’s patient', async ({ clinic }) => {
  const rae = clinic.as(await clinic.user({ role: 'attorney' }))
  const { patientId, providerId } = await booked(clinic, '2026-01-12T05:00:00Z')
  for (const filter of [{ patientId }, { providerId }, { status: 'scheduled' as const }])
    expect((await listAppointments(rae, filter, {})).rows).toEqual([])
})
