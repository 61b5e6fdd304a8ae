import { describe, expect } from 'vitest'
import { auditRowsOf, insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { editAppointment } from './editAppointment.ts'
import { markArrived, undoArrived, undoNoShow } from './recordArrival.ts'
import { markNoShow } from './recordOutcome.ts'

const onTheDay = new Date('2026-01-14T13:00:00.000Z')

describe('an arrival', () => {
  test('is recorded on the day before the appointment begins, and taken back, each with an audit row', async ({
    clinic,
  }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    clinic.now = onTheDay
    expect(await markArrived(staff, { appointmentId })).toMatchObject({
      status: 'scheduled',
      arrivedAt: onTheDay,
    })
    expect(await undoArrived(staff, { appointmentId })).toMatchObject({ arrivedAt: null })
    const row = {
      action: 'updated',
      resourceType: 'appointment',
      resourceId: appointmentId,
      patientId: patient.id,
      userId: staff.actor.id,
      details: { fields: ['arrivedAt'], hasArrived: true },
    }
    const undone = { ...row, details: { fields: ['arrivedAt'], hasArrived: false } }
    expect(await auditRowsOf(clinic)).toEqual([row, undone])
  })

  test('is refused on an earlier day of the clinic, twice, and once there is an outcome', async ({
    clinic,
  }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    // Still January 13 in New York.
    clinic.now = new Date('2026-01-14T04:59:00.000Z')
    await expect(markArrived(staff, { appointmentId })).rejects.toMatchObject({
      code: 'conflict',
      message: 'A patient can only be marked as arrived on the day of the appointment',
    })
    await expect(undoArrived(staff, { appointmentId })).rejects.toMatchObject({ code: 'conflict' })
    clinic.now = onTheDay
    await markArrived(staff, { appointmentId })
    await expect(markArrived(staff, { appointmentId })).rejects.toMatchObject({ code: 'conflict' })
    clinic.now = new Date(MOMENT)
    await expect(markNoShow(staff, { appointmentId })).rejects.toMatchObject({
      message: 'The patient is marked as arrived',
    })
    await clinic.db.appointment.update({ where: { id: appointmentId }, data: { status: 'completed' } })
    for (const change of [markArrived, undoArrived])
      await expect(change(staff, { appointmentId })).rejects.toMatchObject({
        message: 'This appointment is already completed',
      })
  })

  test('is forgotten when the appointment moves to another time', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    clinic.now = onTheDay
    await markArrived(staff, { appointmentId })
    await editAppointment(staff, { appointmentId, notes: 'Side door' })
    expect((await clinic.db.appointment.findFirstOrThrow()).arrivedAt).toEqual(onTheDay)
    await editAppointment(staff, { appointmentId, scheduledAt: '2026-01-15T15:00:00Z' })
    expect((await clinic.db.appointment.findFirstOrThrow()).arrivedAt).toBeNull()
  })
})

describe('a no-show', () => {
  test('is taken back, so that the appointment is scheduled again', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date(MOMENT)
    await expect(undoNoShow(staff, { appointmentId })).rejects.toMatchObject({ code: 'conflict' })
    await markNoShow(staff, { appointmentId })
    expect(await undoNoShow(staff, { appointmentId })).toMatchObject({ status: 'scheduled' })
    expect((await auditRowsOf(clinic)).at(-1)?.details).toEqual({ fields: ['status'], status: 'scheduled' })
  })

  test('stays if its time was booked since, or a later consultation replaced it', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const missed = await insertAppointment(clinic, { provider, patient }, { status: 'no_show' })
    await insertAppointment(clinic, { provider, patient: await clinic.patient() })
    await expect(undoNoShow(staff, { appointmentId: missed.id })).rejects.toMatchObject({
      code: 'conflict',
      message: 'The attorney or staff member already has an appointment at that time',
    })
    const isConsultation = true
    const consultation = await insertAppointment(
      clinic,
      { provider, patient },
      { isConsultation, status: 'no_show', scheduledAt: new Date('2026-01-06T15:00:00Z') },
    )
    await insertAppointment(
      clinic,
      { provider, patient },
      { isConsultation, scheduledAt: new Date('2026-01-20T15:00:00Z') },
    )
    await expect(undoNoShow(staff, { appointmentId: consultation.id })).rejects.toMatchObject({
      message: 'Another consultation has been scheduled since',
    })
    expect(await auditRowsOf(clinic)).toEqual([])
  })
})

test('an attorney records neither', async ({ clinic }) => {
  const { attorney, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
  clinic.now = onTheDay
  for (const change of [markArrived, undoArrived, undoNoShow])
    await expect(change(attorney, { appointmentId })).rejects.toMatchObject({ code: 'forbidden' })
})
