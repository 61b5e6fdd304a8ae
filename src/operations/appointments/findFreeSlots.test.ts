import { expect } from 'vitest'
import { showMoment } from '#domain/dates.ts'
import { insertAppointment, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { bookAppointment } from './bookAppointment.ts'
import { addClosure } from './closures.ts'
import { AHEAD_DAYS, findFreeSlots, READ_MAX } from './findFreeSlots.ts'
import { setWorkingHours } from './workingHours.ts'

// The clock of the tests shows Monday, January 5, 10:00 AM in New York.
type Found = Awaited<ReturnType<typeof findFreeSlots>>
const shown = ({ slots }: Found) =>
  slots.map((at) => showMoment(at, 'America/New_York').replaceAll('\u202f', ' '))
const weekdays = (startsAt: string, endsAt: string) =>
  [1, 2, 3, 4, 5].map((weekday) => ({ weekday, startsAt, endsAt }))

test('the next slots leave out appointments of both, closures and the time until now', async ({ clinic }) => {
  const { admin, staff, provider, patient } = await practice(clinic)
  await setWorkingHours(admin, { providerId: provider.id, hours: weekdays('09:00', '12:00') })
  const elsewhere = { provider: await clinic.user(), patient: await clinic.patient() }
  const at = (time: string) => ({ scheduledAt: new Date(`2026-01-${time}:00Z`) })
  await insertAppointment(clinic, { provider, patient: elsewhere.patient }, at('05T16:00'))
  await insertAppointment(clinic, { provider: elsewhere.provider, patient }, at('06T14:30'))
  await insertAppointment(
    clinic,
    { provider, patient: elsewhere.patient },
    { ...at('06T16:00'), status: 'cancelled' },
  )
  await insertAppointment(clinic, elsewhere, at('06T15:30'))
  await addClosure(admin, { startsAt: '2026-01-07T05:00:00Z', endsAt: '2026-01-08T05:00:00Z' })
  await addClosure(admin, {
    providerId: provider.id,
    startsAt: '2026-01-08T14:00:00Z',
    endsAt: '2026-01-08T16:00:00Z',
  })
  await addClosure(admin, {
    providerId: elsewhere.provider.id,
    startsAt: '2026-01-09T05:00:00Z',
    endsAt: '2026-01-10T05:00:00Z',
  })

  const found = await findFreeSlots(staff, { providerId: provider.id, patientId: patient.id })
  expect(shown(found)).toEqual([
    'Jan 6, 10:30 AM',
    'Jan 8, 11:00 AM',
    'Jan 9, 9:00 AM',
    'Jan 9, 10:00 AM',
    'Jan 9, 11:00 AM',
    'Jan 12, 9:00 AM',
  ])
  expect(Object.keys(found)).toEqual(['slots', 'nextFrom'])
})

test('a proposed slot can be booked and is then no longer proposed', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const whose = { providerId: provider.id, patientId: patient.id }
  const [first] = (await findFreeSlots(staff, whose)).slots
  await bookAppointment(staff, { ...whose, scheduledAt: first?.toISOString() ?? '' })
  const again = await findFreeSlots(staff, whose)
  expect(again.slots).toHaveLength(6)
  expect(again.slots.map(Number)).not.toContain(Number(first))
})

test('the search goes on after the last slot until all are seen', async ({ clinic }) => {
  const { admin, staff, provider } = await practice(clinic)
  await setWorkingHours(admin, { providerId: provider.id, hours: weekdays('09:00', '13:00') })
  const first = await findFreeSlots(staff, { providerId: provider.id })
  const next = await findFreeSlots(staff, {
    providerId: provider.id,
    from: first.nextFrom?.toISOString() ?? null,
  })
  expect(shown(first).at(-1)).toBe('Jan 6, 12:00 PM')
  expect(shown(next)[0]).toBe('Jan 7, 9:00 AM')
})

test('a search reads one month, and none goes further than a year', async ({ clinic }) => {
  const { admin, staff, provider } = await practice(clinic)
  await addClosure(admin, { startsAt: '2026-01-05T05:00:00Z', endsAt: '2026-12-31T05:00:00Z' })
  const first = await findFreeSlots(staff, { providerId: provider.id })
  expect(first).toEqual({ slots: [], nextFrom: new Date('2026-02-05T05:00:00Z') })
  let { nextFrom } = first
  let searches = 1
  while (nextFrom) {
    const next = await findFreeSlots(staff, { providerId: provider.id, from: nextFrom.toISOString() })
    if (next.slots.length > 0) break
    nextFrom = next.nextFrom
    searches += 1
  }
  expect(searches).toBe(11)
  const far = new Date(clinic.now.getTime() + (AHEAD_DAYS + 1) * 86_400_000).toISOString()
  expect(await findFreeSlots(staff, { providerId: provider.id, from: far })).toEqual({
    slots: [],
    nextFrom: null,
  })
})

test('with more appointments than one search reads, it ends at the first unread one', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const scheduledAt = new Date('2026-01-05T16:00:00Z')
  const many = Array.from({ length: READ_MAX + 1 }, (_, index) => ({
    patientId: patient.id,
    providerId: provider.id,
    createdById: provider.id,
    duration: 5,
    isDoubleBooked: true,
    scheduledAt: index < READ_MAX ? scheduledAt : new Date('2026-01-05T17:00:00Z'),
  }))
  await clinic.db.appointment.createMany({ data: many })
  const { slots, nextFrom } = await findFreeSlots(staff, { providerId: provider.id, duration: 30 })
  expect(slots.map((at) => at.toISOString())).toEqual([
    '2026-01-05T15:15:00.000Z',
    '2026-01-05T16:15:00.000Z',
  ])
  expect(nextFrom?.toISOString()).toBe('2026-01-05T17:00:00.000Z')
})

test('an appointment that is being moved does not block its own time', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(
    clinic,
    { provider, patient },
    { scheduledAt: new Date('2026-01-05T16:00:00Z'), duration: 360 },
  )
  const whose = { providerId: provider.id, patientId: patient.id, from: '2026-01-05T16:00:00Z' }
  expect(shown(await findFreeSlots(staff, whose))[0]).toBe('Jan 6, 9:00 AM')
  expect(shown(await findFreeSlots(staff, { ...whose, appointmentId }))[0]).toBe('Jan 5, 11:00 AM')
})

test('for a consultation, the slots are those of its prospective provider', async ({ clinic }) => {
  const { attorney, patient } = await practice(clinic)
  await setWorkingHours(attorney, { providerId: attorney.actor.id, hours: weekdays('18:00', '19:00') })
  expect(shown(await findFreeSlots(attorney, { patientId: patient.id }))[0]).toBe('Jan 5, 6:00 PM')
})

test('an attorney cannot search a colleague’s times or those of another attorney’s patient', async ({
  clinic,
}) => {
  const { attorney, provider } = await practice(clinic)
  const { id: patientId } = await clinic.patient()
  for (const whose of [{ providerId: provider.id }, { patientId }])
    await expect(findFreeSlots(attorney, whose)).rejects.toMatchObject({ code: 'not_found' })
})

test('a search is audited with its patient, and one without a provider or patient is rejected', async ({
  clinic,
}) => {
  const { staff, patient } = await practice(clinic)
  await findFreeSlots(staff, { patientId: patient.id })
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    {
      action: 'listed',
      resourceType: 'appointment',
      patientId: patient.id,
      details: { filters: ['free'], count: 6 },
    },
  ])
  await expect(findFreeSlots(staff, {})).rejects.toMatchObject({ code: 'invalid' })
})
