import { expect } from 'vitest'
import type { TestClinic } from '#testing/clinic.ts'
import { test } from '#testing/test.ts'
import { listAppointments } from './listAppointments.ts'

async function booked(clinic: TestClinic, scheduledAt: string, given: object = {}) {
  const provider = await clinic.user()
  return clinic.db.appointment.create({
    data: {
      patientId: (await clinic.patient()).id,
      providerId: provider.id,
      createdById: provider.id,
      scheduledAt: new Date(scheduledAt),
      ...given,
    },
  })
}

test('appointments come by time, and upcoming ones leave out what is past or cancelled', async ({
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

test('an attorney sees those of their patients, not those they only provide', async ({ clinic }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ assignedAttorneyId: rae.id })
  const mine = await booked(clinic, '2026-01-07T10:00:00Z', { patientId: own.id })
  await booked(clinic, '2026-01-08T10:00:00Z', { providerId: rae.id })
  const { rows } = await listAppointments(clinic.as(rae), { upcoming: false }, {})
  expect(rows.map(({ node }) => node.id)).toEqual([mine.id])
})

test('reading the schedule is one row', async ({ clinic }) => {
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
