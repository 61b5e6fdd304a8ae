import { expect } from 'vitest'
import { auditRowsOf, insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { bookAppointment } from './bookAppointment.ts'
import { addClosure, listClosures, removeClosure } from './closures.ts'
import { editAppointment } from './editAppointment.ts'
import { countOutsideHours, listWorkingHours, setWorkingHours } from './workingHours.ts'

// MOMENT is a Wednesday, 2:30 PM.
const wednesday = (startsAt: string, endsAt: string) => ({ weekday: 3, startsAt, endsAt })
const thatDay = { startsAt: '2026-01-14T05:00:00Z', endsAt: '2026-01-15T05:00:00Z' }
const outside = 'That time is outside the working hours of the attorney or staff member'

test('a booking outside the working hours is refused, unless the user books anyway', async ({ clinic }) => {
  const { admin, staff, provider, patient } = await practice(clinic)
  await setWorkingHours(admin, { providerId: provider.id, hours: [wednesday('09:00', '12:00')] })
  const slot = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
  await expect(bookAppointment(staff, slot)).rejects.toMatchObject({
    code: 'conflict',
    fields: { scheduledAt: outside },
  })
  const booked = await bookAppointment(staff, { ...slot, bookAnyway: true })
  expect(booked.isDoubleBooked).toBe(false)
  const rows = await auditRowsOf(clinic)
  expect(rows.find(({ resourceId }) => resourceId === booked.id)?.details).toEqual({ bookedAnyway: true })
  const morning = { appointmentId: booked.id, scheduledAt: '2026-01-14T15:00:00Z' }
  await expect(editAppointment(staff, morning)).resolves.toMatchObject({ duration: 60 })
  await expect(editAppointment(staff, { ...morning, scheduledAt: MOMENT })).rejects.toMatchObject({
    fields: { scheduledAt: outside },
  })
})

test('an appointment outside the hours can still be edited without moving it', async ({ clinic }) => {
  const { admin, staff, provider, patient } = await practice(clinic)
  const { id } = await insertAppointment(clinic, { provider, patient })
  await setWorkingHours(admin, { providerId: provider.id, hours: [wednesday('09:00', '12:00')] })
  await expect(
    editAppointment(staff, { appointmentId: id, notes: 'By the side door' }),
  ).resolves.toBeDefined()
})

test('a closure of the clinic or of the provider refuses a booking; another provider’s does not', async ({
  clinic,
}) => {
  const { admin, staff, provider, patient } = await practice(clinic)
  const other = await clinic.user()
  const slot = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
  await addClosure(admin, { ...thatDay, providerId: other.id })
  const away = await addClosure(clinic.as(provider), {
    ...thatDay,
    providerId: provider.id,
    reason: 'Vacation',
  })
  await expect(bookAppointment(staff, slot)).rejects.toMatchObject({
    fields: { scheduledAt: 'The attorney or staff member is away at that time' },
  })
  const closed = await addClosure(admin, thatDay)
  await expect(bookAppointment(staff, slot)).rejects.toMatchObject({
    fields: { scheduledAt: 'The clinic is closed at that time' },
  })
  await removeClosure(admin, { closureId: closed.id })
  await removeClosure(admin, { closureId: away.id })
  await expect(bookAppointment(staff, slot)).resolves.toBeDefined()
})

test('a closure counts the appointments in it, for an attorney only their own', async ({ clinic }) => {
  const { admin, patient } = await practice(clinic)
  const [provider, other] = [await clinic.user({ role: 'attorney' }), await clinic.user()]
  const at = (scheduledAt: string, values: object = {}, by = provider) =>
    insertAppointment(clinic, { provider: by, patient }, { scheduledAt: new Date(scheduledAt), ...values })
  // The first one ends in the closure, and the last one begins when it ends.
  await at('2026-01-14T04:30:00Z')
  await at('2026-01-14T15:00:00Z')
  await at('2026-01-14T17:00:00Z', { status: 'cancelled' })
  await at('2026-01-14T18:00:00Z', {}, other)
  await at('2026-01-15T05:00:00Z')
  const closed = await addClosure(admin, thatDay)
  expect(await closed.appointmentCount()).toBe(3)
  await addClosure(admin, { ...thatDay, providerId: other.id })
  const span = { from: thatDay.startsAt, to: thatDay.endsAt }
  const countsOf = async (ctx: typeof admin) =>
    Promise.all((await listClosures(ctx, span)).map(({ appointmentCount }) => appointmentCount()))
  expect((await countsOf(admin)).sort()).toEqual([1, 3])
  expect(await countsOf(clinic.as(provider))).toEqual([2])
})

test('coming appointments outside of the working hours are counted, for an attorney only their own', async ({
  clinic,
}) => {
  const { admin, staff, patient } = await practice(clinic)
  const [provider, other] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const at = (scheduledAt: string, values: object = {}, by = provider) =>
    insertAppointment(clinic, { provider: by, patient }, { scheduledAt: new Date(scheduledAt), ...values })
  await at('2026-01-14T14:30:00Z')
  // Ends after noon.
  await at('2026-01-21T16:30:00Z')
  await at('2026-01-22T15:00:00Z')
  await at('2026-01-23T15:00:00Z', { status: 'cancelled' })
  await at('2026-01-24T15:00:00Z', {}, other)
  await at('2025-12-24T20:00:00Z')
  const count = (ctx = staff) => countOutsideHours(ctx, { providerId: provider.id })
  expect(await count()).toEqual({ count: 0, nextAt: null })
  await setWorkingHours(admin, { providerId: provider.id, hours: [wednesday('09:00', '12:00')] })
  const found = { count: 2, nextAt: new Date('2026-01-21T16:30:00Z') }
  expect(await count()).toEqual(found)
  expect(await count(clinic.as(provider))).toEqual(found)
  await expect(count(clinic.as(other))).rejects.toMatchObject({ code: 'not_found' })
})

test('setting hours replaces those before, and every change is audited', async ({ clinic }) => {
  const { admin, provider } = await practice(clinic)
  const self = clinic.as(provider)
  await setWorkingHours(self, { providerId: provider.id, hours: [wednesday('09:00', '12:00')] })
  await setWorkingHours(self, {
    providerId: provider.id,
    hours: [wednesday('13:00', '24:00'), wednesday('09:00', '12:30')],
  })
  const hours = await listWorkingHours(admin, {})
  expect(hours.map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
    [540, 750],
    [780, 1440],
  ])
  const closure = await addClosure(self, { ...thatDay, providerId: provider.id })
  await removeClosure(self, { closureId: closure.id })
  const rows = await auditRowsOf(clinic)
  // Rows of one instant have no order.
  expect(rows.map(({ action, resourceType }) => `${action} ${resourceType}`).sort()).toEqual([
    'created closure',
    'deleted closure',
    'updated working_hours',
    'updated working_hours',
  ])
  expect(rows.at(-1)?.details).toEqual({ hours: ['3 13:00-24:00', '3 09:00-12:30'] })
})

test('hours and closures that make no sense are refused', async ({ clinic }) => {
  const { admin, provider } = await practice(clinic)
  const set = (...hours: ReturnType<typeof wednesday>[]) =>
    setWorkingHours(admin, { providerId: provider.id, hours })
  for (const hours of [
    [wednesday('12:00', '09:00')],
    [wednesday('9', '12:00')],
    [{ ...wednesday('09:00', '12:00'), weekday: 7 }],
    [wednesday('09:00', '12:00'), wednesday('11:00', '13:00')],
  ])
    await expect(set(...hours)).rejects.toMatchObject({ code: 'invalid' })
  for (const closure of [
    { startsAt: thatDay.endsAt, endsAt: thatDay.startsAt },
    { startsAt: '2025-01-01T00:00:00Z', endsAt: '2025-01-02T00:00:00Z' },
    { startsAt: '2026-01-14T05:00:00Z', endsAt: '2027-02-14T05:00:00Z' },
  ])
    await expect(addClosure(admin, closure)).rejects.toMatchObject({ code: 'invalid' })
})

test('an attorney sees only their own hours and closures and those of the clinic', async ({ clinic }) => {
  const { admin, attorney, provider } = await practice(clinic)
  await setWorkingHours(admin, { providerId: provider.id, hours: [wednesday('09:00', '12:00')] })
  await addClosure(admin, { ...thatDay, providerId: provider.id })
  await addClosure(admin, thatDay)
  await addClosure(attorney, { ...thatDay, providerId: attorney.actor.id })
  expect(await listWorkingHours(attorney, {})).toEqual([])
  const seen = await listClosures(attorney, { from: thatDay.startsAt, to: thatDay.endsAt })
  expect(seen.map(({ providerId }) => providerId).sort()).toEqual([attorney.actor.id, null].sort())
  expect(await listClosures(admin, { from: thatDay.startsAt, to: thatDay.endsAt })).toHaveLength(3)
  expect(await listClosures(admin, { from: thatDay.endsAt, to: '2026-01-16T05:00:00Z' })).toEqual([])
})
