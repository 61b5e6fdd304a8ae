import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { alertsOf, auditRowsOf, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { scheduleConsultation } from '../patients/scheduleConsultation.ts'
import { cancelAppointment } from './cancelAppointment.ts'
import { editAppointment } from './editAppointment.ts'
import { completeAppointment, markNoShow } from './recordOutcome.ts'

const visit = { consultationDate: '2026-01-14', consultationTime: '14:30', consultationLocation: 'Annex' }

/** A patient with a consultation and its appointment; audit log and alerts are cleared. */
async function consulted(clinic: TestClinic, overrides: Partial<typeof visit> = {}) {
  const people = await practice(clinic)
  const patientId = people.patient.id
  await scheduleConsultation(people.staff, { patientId, ...visit, ...overrides })
  await clinic.db.alert.deleteMany()
  const mirror = await clinic.db.appointment.findFirstOrThrow()
  const seen = (await clinic.db.auditLog.findMany()).map(({ id }) => id)
  const rows = async () => {
    const fresh = await clinic.db.auditLog.findMany({
      where: { id: { notIn: seen } },
      orderBy: { resourceType: 'asc' },
    })
    return fresh.map(({ action, resourceType, details }) => ({ action, resourceType, details }))
  }
  return { ...people, patientId, appointmentId: mirror.id, rows }
}

async function shown(clinic: TestClinic) {
  const { consultationDate, consultationTime, consultationLocation } =
    await clinic.db.patient.findFirstOrThrow()
  return [consultationDate?.toISOString().slice(0, 10) ?? null, consultationTime, consultationLocation]
}
const times = async (clinic: TestClinic) =>
  (await clinic.db.appointment.findMany()).map(({ scheduledAt }) => scheduledAt.toISOString())

describe('the appointment of a consultation', () => {
  test('updates the patient’s consultation in time and place, each with an audit row', async ({ clinic }) => {
    const { staff, attorney, appointmentId, rows } = await consulted(clinic)
    await editAppointment(staff, {
      appointmentId,
      scheduledAt: '2026-01-15T02:15:00.000Z',
      location: 'Main office',
    })
    expect(await shown(clinic)).toEqual(['2026-01-14', '21:15', 'Main office'])
    expect(await rows()).toEqual([
      {
        action: 'updated',
        resourceType: 'appointment',
        details: editOf('scheduledAt', 'location'),
      },
      {
        action: 'updated',
        resourceType: 'patient',
        details: { fields: ['consultationTime', 'consultationLocation'] },
      },
    ])
    expect(await alertsOf(clinic)).toMatchObject([
      {
        type: 'appointment_changed',
        userId: attorney.actor.id,
        message: expect.stringMatching(/^A consultation with .* was changed$/),
      },
    ])
  })

  test('leaves the patient unchanged and sends no alert when only its notes change', async ({ clinic }) => {
    const { staff, appointmentId, rows } = await consulted(clinic)
    await editAppointment(staff, { appointmentId, notes: 'Bring the x-rays' })
    expect(await rows()).toEqual([
      { action: 'updated', resourceType: 'appointment', details: editOf('notes') },
    ])
    expect(await alertsOf(clinic)).toEqual([])
  })

  test.for([null, '', '  '])('cannot have its place cleared with %j', async (location, { clinic }) => {
    const { staff, appointmentId, rows } = await consulted(clinic)
    await expect(editAppointment(staff, { appointmentId, location })).rejects.toMatchObject({
      code: 'invalid',
      fields: { location: 'Location is required' },
    })
    expect(await rows()).toEqual([])
  })

  test('is cancelled together with the consultation', async ({ clinic }) => {
    const { staff, appointmentId, attorney, rows } = await consulted(clinic)
    await cancelAppointment(staff, { appointmentId, cancelReason: 'The patient is ill' })
    expect(await shown(clinic)).toEqual([null, null, null])
    expect(await rows()).toEqual([
      {
        action: 'updated',
        resourceType: 'appointment',
        details: { fields: ['status', 'cancelReason'], status: 'cancelled' },
      },
      {
        action: 'updated',
        resourceType: 'patient',
        details: { fields: ['consultationDate', 'consultationTime', 'consultationLocation'] },
      },
    ])
    expect(await alertsOf(clinic)).toMatchObject([
      { type: 'appointment_cancelled', userId: attorney.actor.id },
    ])
  })

  test.for([
    ['completed', completeAppointment],
    ['no_show', markNoShow],
  ] as const)(
    'keeps the consultation’s time and place on the patient when %s',
    async ([, settle], { clinic }) => {
      const { staff, appointmentId, rows } = await consulted(clinic)
      clinic.now = new Date('2026-01-14T19:30:00.000Z')
      await settle(staff, { appointmentId })
      expect(await shown(clinic)).toEqual(['2026-01-14', '14:30', 'Annex'])
      expect(await rows()).toMatchObject([{ resourceType: 'appointment' }])
    },
  )

  test('can be moved by staff only while the consultation can be, and by an administrator later', async ({
    clinic,
  }) => {
    const { staff, admin, patientId, provider, appointmentId } = await consulted(clinic)
    await clinic.db.patient.update({ where: { id: patientId }, data: { status: 'schedulable' } })
    const later = { appointmentId, scheduledAt: '2026-01-16T15:00:00.000Z' }
    await expect(editAppointment(staff, later)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Only an administrator can schedule a patient at Schedulable',
    })
    await editAppointment(staff, { appointmentId, providerId: provider.id, notes: 'Bring the x-rays' })
    await editAppointment(admin, later)
    expect(await shown(clinic)).toEqual(['2026-01-16', '10:00', 'Annex'])
  })

  test('is a new one after the last was cancelled', async ({ clinic }) => {
    const { staff, patientId, appointmentId } = await consulted(clinic)
    await cancelAppointment(staff, { appointmentId })
    await scheduleConsultation(staff, { patientId, ...visit })
    const kept = await clinic.db.appointment.findMany({ orderBy: { createdAt: 'asc' } })
    expect(kept.map(({ status }) => status).sort()).toEqual(['cancelled', 'scheduled'])
  })

  test('is only audited as viewed when the consultation is set to the same values', async ({ clinic }) => {
    const { staff, patientId, rows } = await consulted(clinic)
    await scheduleConsultation(staff, { patientId, ...visit })
    expect(await rows()).toEqual([{ action: 'viewed', resourceType: 'appointment', details: null }])
    expect(await alertsOf(clinic)).toEqual([])
  })

  test('alerts the provider who loses it to the assigned attorney', async ({ clinic }) => {
    const { staff, patientId, provider, attorney, appointmentId } = await consulted(clinic)
    await editAppointment(staff, { appointmentId, providerId: provider.id })
    await clinic.db.alert.deleteMany()
    await scheduleConsultation(staff, { patientId, ...visit, consultationTime: '15:00' })
    expect((await alertsOf(clinic)).map(({ userId }) => userId).sort()).toEqual(
      [provider.id, attorney.actor.id].sort(),
    )
    expect(await auditRowsOf(clinic)).toContainEqual(
      expect.objectContaining({ details: editOf('providerId', 'scheduledAt') }),
    )
  })

  test('and the consultation match after concurrent changes on both sides, and no change fails', async ({
    clinic,
  }) => {
    const { staff, patientId, appointmentId } = await consulted(clinic)
    const sides = [15, 16, 17, 18].flatMap((hour) => [
      scheduleConsultation(staff, { patientId, ...visit, consultationTime: `${hour}:00` }),
      editAppointment(staff, { appointmentId, scheduledAt: `2026-01-1${hour - 10}T15:00:00Z` }),
    ])
    await Promise.all(sides)
    const [day, time] = await shown(clinic)
    const { scheduledAt } = await clinic.db.appointment.findFirstOrThrow()
    expect(scheduledAt.toISOString().slice(0, 16)).toBe(
      `${day}T${String(Number(time?.slice(0, 2)) + 5).padStart(2, '0')}:00`,
    )
  })
})

describe('daylight saving time', () => {
  test('in spring, a skipped hour becomes the next one on both sides', async ({ clinic }) => {
    await consulted(clinic, { consultationDate: '2026-03-08', consultationTime: '02:30' })
    expect(await times(clinic)).toEqual(['2026-03-08T07:30:00.000Z'])
    expect(await shown(clinic)).toEqual(['2026-03-08', '03:30', 'Annex'])
  })

  test.for([
    ['2026-03-08T06:59:00.000Z', '01:59'],
    ['2026-03-08T07:00:00.000Z', '03:00'],
    ['2026-03-08T18:30:00.000Z', '14:30'],
  ] as const)('in spring, an appointment moved to %s is at %s', async ([scheduledAt, time], { clinic }) => {
    const { staff, appointmentId } = await consulted(clinic)
    await editAppointment(staff, { appointmentId, scheduledAt })
    expect(await shown(clinic)).toEqual(['2026-03-08', time, 'Annex'])
  })

  test('in fall, the repeated hour means the first of the two', async ({ clinic }) => {
    await consulted(clinic, { consultationDate: '2026-11-01', consultationTime: '01:30' })
    expect(await times(clinic)).toEqual(['2026-11-01T05:30:00.000Z'])
    expect(await shown(clinic)).toEqual(['2026-11-01', '01:30', 'Annex'])
  })

  test('in fall, the second of the two hours is kept when only the place changes', async ({ clinic }) => {
    const { staff, patientId, appointmentId, rows } = await consulted(clinic, {
      consultationDate: '2026-11-01',
      consultationTime: '01:30',
    })
    await editAppointment(staff, { appointmentId, scheduledAt: '2026-11-01T06:30:00.000Z' })
    expect(await shown(clinic)).toEqual(['2026-11-01', '01:30', 'Annex'])
    // The patient shows the same time, so no patient row is audited.
    expect(await rows()).toMatchObject([{ resourceType: 'appointment' }])
    const atTheOffice = {
      consultationDate: '2026-11-01',
      consultationTime: '01:30',
      consultationLocation: 'Office',
    }
    await scheduleConsultation(staff, { patientId, ...atTheOffice })
    expect(await times(clinic)).toEqual(['2026-11-01T06:30:00.000Z'])
    expect(await shown(clinic)).toEqual(['2026-11-01', '01:30', 'Office'])
  })

  test('in fall, the two hours of the same name are two slots', async ({ clinic }) => {
    const { staff, patient } = await practice(clinic)
    const other = await clinic.patient({
      status: 'consent_signed',
      assignedAttorneyId: patient.assignedAttorneyId,
    })
    const autumn = { consultationDate: '2026-11-01', consultationLocation: 'Annex' }
    await scheduleConsultation(staff, { patientId: patient.id, ...autumn, consultationTime: '01:00' })
    await scheduleConsultation(staff, { patientId: other.id, ...autumn, consultationTime: '02:00' })
    const { id } = await clinic.db.appointment.findFirstOrThrow({ where: { patientId: other.id } })
    await editAppointment(staff, { appointmentId: id, scheduledAt: '2026-11-01T06:00:00.000Z' })
    expect((await times(clinic)).sort()).toEqual(['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'])
  })
})
