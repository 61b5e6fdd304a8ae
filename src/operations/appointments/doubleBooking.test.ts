import { describe, expect } from 'vitest'
import { editOf } from '#tests/support/edits.ts'
import { auditRowsOf, insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { scheduleConsultation } from '../patients/scheduleConsultation.ts'
import { bookAppointment } from './bookAppointment.ts'
import { cancelAppointment } from './cancelAppointment.ts'
import { editAppointment } from './editAppointment.ts'
import { refuseDoubleBooking } from './takeSlot.ts'

const providerIsTaken = 'The attorney or staff member already has an appointment at that time'
const patientIsTaken = 'The patient already has an appointment at that time'
const consultation = {
  consultationDate: '2026-01-14',
  consultationTime: '14:30',
  consultationLocation: 'Annex',
}

describe('a taken slot', () => {
  test('of the provider is a conflict with a message, and nothing is written', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const other = await clinic.patient({ status: 'schedulable' })
    const visit = { patientId: other.id, providerId: provider.id, scheduledAt: '2026-01-14T20:29:00.000Z' }
    await expect(bookAppointment(staff, visit)).rejects.toMatchObject({
      code: 'conflict',
      message: providerIsTaken,
      fields: { scheduledAt: providerIsTaken },
    })
    expect(await clinic.db.appointment.count()).toBe(1)
    expect(await auditRowsOf(clinic)).toEqual([])
  })

  test('of the patient is a conflict with a message', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const visit = { patientId: patient.id, providerId: staff.actor.id, scheduledAt: MOMENT }
    await expect(bookAppointment(staff, visit)).rejects.toMatchObject({
      code: 'conflict',
      fields: { scheduledAt: patientIsTaken },
    })
  })

  test('ends where the next one begins', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const book = (scheduledAt: string, duration: number) =>
      bookAppointment(staff, { patientId: patient.id, providerId: provider.id, scheduledAt, duration })
    await expect(book('2026-01-14T19:00:00.000Z', 31)).rejects.toMatchObject({ code: 'conflict' })
    await expect(book('2026-01-14T20:29:00.000Z', 30)).rejects.toMatchObject({ code: 'conflict' })
    await book('2026-01-14T19:00:00.000Z', 30)
    await book('2026-01-14T20:30:00.000Z', 30)
    expect(await clinic.db.appointment.count()).toBe(3)
  })

  test('lasts a whole day for an appointment of 24 hours', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient }, { duration: 1440 })
    const visit = { patientId: patient.id, providerId: provider.id, duration: 5 }
    const lastMinute = { ...visit, scheduledAt: '2026-01-15T19:29:00.000Z' }
    await expect(bookAppointment(staff, lastMinute)).rejects.toMatchObject({ code: 'conflict' })
    expect(await bookAppointment(staff, { ...lastMinute, bookAnyway: true })).toMatchObject({
      isDoubleBooked: true,
    })
    await bookAppointment(staff, { ...visit, scheduledAt: '2026-01-15T19:34:00.000Z' })
  })

  test.for(['cancelled', 'completed', 'no_show'] as const)(
    'is free when the other appointment is %s',
    async (status, { clinic }) => {
      const { staff, provider, patient } = await practice(clinic)
      await insertAppointment(clinic, { provider, patient }, { status })
      await bookAppointment(staff, { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT })
    },
  )

  test('is freed by cancelling', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id } = await insertAppointment(clinic, { provider, patient })
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
    await expect(bookAppointment(staff, visit)).rejects.toMatchObject({ code: 'conflict' })
    await cancelAppointment(staff, { appointmentId: id })
    await bookAppointment(staff, visit)
  })

  test('is also rejected by the database, with the same message', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const other = await clinic.patient()
    const twice = (values: { provider: typeof provider; patient: typeof patient }) =>
      refuseDoubleBooking(staff, 'scheduledAt', () => insertAppointment(clinic, values))
    await expect(twice({ provider, patient: other })).rejects.toMatchObject({
      code: 'conflict',
      fields: { scheduledAt: providerIsTaken },
    })
    await expect(twice({ provider: await clinic.user(), patient })).rejects.toMatchObject({
      code: 'conflict',
      fields: { scheduledAt: patientIsTaken },
    })
  })
})

describe('concurrent bookings', () => {
  test('give a provider’s slot to only one of them', async ({ clinic }) => {
    const { staff, provider } = await practice(clinic)
    const patients = [1, 2, 3, 4].map(() =>
      clinic.patient({ status: 'schedulable', createdById: provider.id }),
    )
    const outcomes = await Promise.allSettled(
      (await Promise.all(patients)).map(({ id }) =>
        bookAppointment(staff, { patientId: id, providerId: provider.id, scheduledAt: MOMENT }),
      ),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => reason.message)).toEqual(Array(3).fill(providerIsTaken))
    expect(await clinic.db.appointment.count()).toBe(1)
    expect(await auditRowsOf(clinic)).toHaveLength(1)
  })

  test('give a patient’s slot to only one of them', async ({ clinic }) => {
    const { staff, patient } = await practice(clinic)
    const providers = [await clinic.user(), await clinic.user(), await clinic.user()]
    const outcomes = await Promise.allSettled(
      providers.map(({ id }) =>
        bookAppointment(staff, { patientId: patient.id, providerId: id, scheduledAt: MOMENT }),
      ),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map(({ reason }) => reason.message)).toEqual(Array(2).fill(patientIsTaken))
  })

  test('all succeed when booked anyway, and all but one are marked as double-booked', async ({ clinic }) => {
    const { staff, provider } = await practice(clinic)
    const patients = [1, 2, 3].map(() => clinic.patient({ status: 'schedulable', createdById: provider.id }))
    const visit = { providerId: provider.id, scheduledAt: MOMENT, bookAnyway: true }
    const booked = await Promise.all(
      (await Promise.all(patients)).map(({ id }) => bookAppointment(staff, { ...visit, patientId: id })),
    )
    expect(booked.map(({ isDoubleBooked }) => isDoubleBooked).sort()).toEqual([false, true, true])
  })
})

test('of three appointments moved to one time anyway, all but one are marked as double-booked', async ({
  clinic,
}) => {
  const { staff, provider } = await practice(clinic)
  const ids: string[] = []
  for (const hour of [10, 12, 14]) {
    const patient = await clinic.patient({ status: 'schedulable' })
    const scheduledAt = new Date(`2026-01-13T${hour}:00:00Z`)
    ids.push((await insertAppointment(clinic, { provider, patient }, { scheduledAt })).id)
  }
  const moved = await Promise.all(
    ids.map((appointmentId) =>
      editAppointment(staff, { appointmentId, scheduledAt: MOMENT, bookAnyway: true }),
    ),
  )
  expect(moved.map(({ isDoubleBooked }) => isDoubleBooked).sort()).toEqual([false, true, true])
})

describe('an appointment booked anyway', () => {
  test('over a taken slot is marked, and the audit log says so', async ({ clinic }) => {
    const { admin, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT, bookAnyway: true }
    expect(await bookAppointment(admin, visit)).toMatchObject({ isDoubleBooked: true })
    expect(await auditRowsOf(clinic)).toMatchObject([{ action: 'created', details: { bookedAnyway: true } }])
  })

  test('into a free slot is not marked', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT, bookAnyway: true }
    expect(await bookAppointment(staff, visit)).toMatchObject({ isDoubleBooked: false })
    expect(await auditRowsOf(clinic)).toMatchObject([{ action: 'created', details: null }])
  })

  test('blocks the next one, even after the first is gone', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const first = await insertAppointment(clinic, { provider, patient })
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
    await bookAppointment(staff, { ...visit, bookAnyway: true })
    await cancelAppointment(staff, { appointmentId: first.id })
    await expect(bookAppointment(staff, visit)).rejects.toMatchObject({ message: providerIsTaken })
  })

  test('keeps its mark while it stays, and loses it in a free slot', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    await insertAppointment(clinic, { provider, patient })
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT, bookAnyway: true }
    const { id } = await bookAppointment(staff, visit)
    const edit = (changes: object) => editAppointment(staff, { appointmentId: id, ...changes })
    expect(await edit({ location: 'Annex' })).toMatchObject({ isDoubleBooked: true })
    await expect(edit({ duration: 30 })).rejects.toMatchObject({ fields: { scheduledAt: providerIsTaken } })
    expect(await edit({ duration: 30, bookAnyway: true })).toMatchObject({ isDoubleBooked: true })
    expect(await edit({ scheduledAt: '2026-01-14T20:30:00Z' })).toMatchObject({ isDoubleBooked: false })
    const rows = (await auditRowsOf(clinic)).map(({ details }) => details)
    expect(rows).toHaveLength(4)
    expect(rows).toEqual(
      expect.arrayContaining([
        { bookedAnyway: true },
        editOf('location'),
        { ...editOf('duration'), bookedAnyway: true },
        editOf('scheduledAt'),
      ]),
    )
  })
})

describe('a consultation over a taken slot', () => {
  test('can be scheduled by staff with an explicit choice', async ({ clinic }) => {
    const { staff, attorney } = await practice(clinic)
    const provider = await clinic.db.user.findUniqueOrThrow({ where: { id: attorney.actor.id } })
    const [one, other] = [
      await clinic.patient({ status: 'consent_signed', assignedAttorneyId: provider.id }),
      await clinic.patient({ status: 'consent_signed', assignedAttorneyId: provider.id }),
    ]
    await insertAppointment(clinic, { provider, patient: one })
    const visit = { patientId: other.id, ...consultation }
    await expect(scheduleConsultation(staff, { ...visit, bookAnyway: false })).rejects.toMatchObject({
      fields: { consultationTime: providerIsTaken },
    })
    await scheduleConsultation(staff, { ...visit, bookAnyway: true })
    const where = { patientId: other.id }
    expect(await clinic.db.appointment.findMany({ where })).toMatchObject([{ isDoubleBooked: true }])
    expect(await clinic.db.auditLog.findMany({ where: { ...where, action: 'created' } })).toMatchObject([
      { resourceType: 'appointment', details: { bookedAnyway: true } },
    ])
  })

  test('cannot be forced by an attorney', async ({ clinic }) => {
    const { attorney, patient } = await practice(clinic)
    const visit = { patientId: patient.id, ...consultation }
    await expect(scheduleConsultation(attorney, { ...visit, bookAnyway: true })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await clinic.db.appointment.count()).toBe(0)
    await scheduleConsultation(attorney, { ...visit, bookAnyway: false })
  })
})
