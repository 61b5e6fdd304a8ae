import { describe, expect } from 'vitest'
import { patientStatuses, statusLabel } from '#domain/patients/status.ts'
import { untilWaiting } from '#tests/support/meeting.ts'
import { alertsOf, auditRowsOf, MOMENT, practice } from '#tests/support/practice.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { bookAppointment } from './bookAppointment.ts'

test('an appointment lasts an hour by default, alerts its provider and writes one audit row', async ({
  clinic,
}) => {
  const { staff, provider, patient } = await practice(clinic)
  const booked = await bookAppointment(staff, {
    patientId: patient.id,
    providerId: provider.id,
    scheduledAt: '2026-01-14T14:30:00-05:00',
    location: ' Annex ',
    notes: '',
  })
  expect(await clinic.db.appointment.findMany()).toEqual([booked])
  expect(booked).toMatchObject({
    patientId: patient.id,
    providerId: provider.id,
    scheduledAt: new Date(MOMENT),
    duration: 60,
    status: 'scheduled',
    location: 'Annex',
    notes: null,
    isConsultation: false,
    isDoubleBooked: false,
    cancelReason: null,
    createdById: staff.actor.id,
    createdAt: clinic.now,
  })
  expect(await auditRowsOf(clinic)).toEqual([
    {
      action: 'created',
      resourceType: 'appointment',
      resourceId: booked.id,
      patientId: patient.id,
      userId: staff.actor.id,
      details: null,
    },
  ])
  expect(await alertsOf(clinic)).toEqual([
    {
      type: 'appointment_created',
      userId: provider.id,
      patientId: patient.id,
      message: `An appointment with ${patient.firstName} ${patient.lastName} was scheduled`,
    },
  ])
  // The appointment is no consultation, so the patient is unchanged.
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toEqual(patient)
})

test('a user who books with themselves gets no alert', async ({ clinic }) => {
  const { staff, patient } = await practice(clinic)
  const visit = { patientId: patient.id, providerId: staff.actor.id, scheduledAt: MOMENT, duration: 5 }
  expect(await bookAppointment(staff, visit)).toMatchObject({ duration: 5 })
  expect(await alertsOf(clinic)).toEqual([])
})

test('an appointment that cannot be audited is not booked', async ({ clinic, database }) => {
  const { staff, provider, patient } = await practice(clinic)
  const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
  await withoutAudit(database, () => expect(bookAppointment(staff, visit)).rejects.toThrow(/audit_logs/))
  expect(await clinic.db.appointment.count()).toBe(0)
  expect(await alertsOf(clinic)).toEqual([])
})

describe('the time', () => {
  // It is 10:00 on January 5 in New York.
  test.for(['2026-01-05T15:00:00.000Z', '2026-01-05T09:59:59-05:00', '2020-01-01T00:00:00Z'])(
    '%s is not in the future',
    async (scheduledAt, { clinic }) => {
      const { staff, provider, patient } = await practice(clinic)
      const visit = { patientId: patient.id, providerId: provider.id, scheduledAt }
      await expect(bookAppointment(staff, visit)).rejects.toMatchObject({
        code: 'invalid',
        fields: { scheduledAt: 'Appointment must be in the future' },
      })
      expect(await clinic.db.appointment.count()).toBe(0)
    },
  )

  test('is valid one millisecond later', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: '2026-01-05T15:00:00.001Z' }
    await bookAppointment(staff, visit)
  })
})

describe('the provider', () => {
  test('must be active', async ({ clinic }) => {
    const { staff, patient } = await practice(clinic)
    const gone = await clinic.user({ isActive: false })
    const deleted = await clinic.user({ deletedAt: clinic.now })
    for (const providerId of [gone.id, deleted.id, patient.id, 'nobody'])
      await expect(
        bookAppointment(staff, { patientId: patient.id, providerId, scheduledAt: MOMENT }),
      ).rejects.toMatchObject({ code: 'invalid', fields: { providerId: 'Choose an active user' } })
    expect(await clinic.db.appointment.count()).toBe(0)
  })

  test('cannot be a user who is being deactivated at that moment', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const visit = { patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
    const booking = await clinic.db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: provider.id }, data: { isActive: false } })
      const outcome = bookAppointment(staff, visit).catch((failure) => failure)
      await untilWaiting(clinic, 1)
      return { outcome }
    })
    expect(await booking.outcome).toMatchObject({ fields: { providerId: 'Choose an active user' } })
  })

  test('cannot be an attorney who does not have the patient', async ({ clinic }) => {
    const { staff, attorney, patient } = await practice(clinic)
    const other = await clinic.user({ role: 'attorney' })
    const book = (providerId: string) =>
      bookAppointment(staff, { patientId: patient.id, providerId, scheduledAt: MOMENT })
    await expect(book(other.id)).rejects.toMatchObject({
      code: 'invalid',
      fields: { providerId: 'This patient is not assigned to this attorney' },
    })
    expect(await book(attorney.actor.id)).toMatchObject({ providerId: attorney.actor.id })
  })
})

describe('permission to book by role and status', () => {
  const cells = patientStatuses.flatMap((status) => [
    { role: 'admin' as const, status, may: status !== 'dropped' },
    {
      role: 'staff' as const,
      status,
      may: !['pending_consent', 'consent_sent', 'dropped'].includes(status),
    },
  ])

  test.for(cells)('$role at $status: $may', async ({ role, status, may }, { clinic }) => {
    const user = await clinic.user({ role })
    const patient = await clinic.patient({ status })
    const visit = { patientId: patient.id, providerId: user.id, scheduledAt: MOMENT }
    if (may) await bookAppointment(clinic.as(user), visit)
    else
      await expect(bookAppointment(clinic.as(user), visit)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(statusLabel(status)),
      })
    expect(await clinic.db.appointment.count()).toBe(may ? 1 : 0)
  })

  test('an attorney cannot book, even for their own patient', async ({ clinic }) => {
    const { attorney, patient } = await practice(clinic)
    const visit = { patientId: patient.id, providerId: attorney.actor.id, scheduledAt: MOMENT }
    await expect(bookAppointment(attorney, visit)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('booking for an unknown patient gives not found', async ({ clinic }) => {
    const { staff, provider } = await practice(clinic)
    for (const patientId of [provider.id, 'nobody'])
      await expect(
        bookAppointment(staff, { patientId, providerId: provider.id, scheduledAt: MOMENT }),
      ).rejects.toMatchObject({ code: 'not_found', message: 'Patient not found' })
  })
})
