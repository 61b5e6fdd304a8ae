import { expect } from 'vitest'
import { insertAppointment, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { countAppointmentDays } from './countAppointmentDays.ts'

const january = { from: '2026-01-01', to: '2026-01-31' }

test('a month is counted by the clinic’s days and by provider, without cancelled appointments', async ({
  clinic,
}) => {
  const { staff, provider, patient } = await practice(clinic)
  const colleague = await clinic.user()
  const book = (scheduledAt: string, more: object = {}) =>
    insertAppointment(clinic, { provider, patient }, { scheduledAt: new Date(scheduledAt), ...more })
  await book('2026-01-14T15:00:00Z')
  await book('2026-01-15T03:00:00Z') // the evening of the 14th in New York
  await book('2026-01-15T15:00:00Z', { providerId: colleague.id })
  await book('2026-01-15T17:00:00Z', { status: 'cancelled' })
  await book('2026-02-01T15:00:00Z')
  const days = await countAppointmentDays(staff, january)
  expect(days).toEqual([
    { day: '2026-01-14', providerId: provider.id, count: 2 },
    { day: '2026-01-15', providerId: colleague.id, count: 1 },
  ])
  const cancelled = await countAppointmentDays(staff, { ...january, status: 'cancelled' })
  expect(cancelled).toEqual([{ day: '2026-01-15', providerId: provider.id, count: 1 }])
  const hers = await countAppointmentDays(staff, { ...january, providerId: colleague.id })
  expect(hers).toEqual([{ day: '2026-01-15', providerId: colleague.id, count: 1 }])
})

test('an attorney’s month counts only their own patients', async ({ clinic }) => {
  const { attorney, provider, patient } = await practice(clinic)
  await insertAppointment(clinic, { provider, patient })
  await insertAppointment(clinic, { provider: await clinic.user(), patient: await clinic.patient() })
  const days = await countAppointmentDays(attorney, january)
  expect(days.map(({ count }) => count)).toEqual([1])
})

test('more than a month of whole weeks is refused', async ({ clinic }) => {
  const { staff } = await practice(clinic)
  for (const to of ['2026-02-12', '2025-12-31'])
    await expect(countAppointmentDays(staff, { from: '2026-01-01', to })).rejects.toMatchObject({
      fields: { to: 'Choose 1 to 42 days' },
    })
})
