import { describe, expect } from 'vitest'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { dropPatient } from './dropPatient.ts'
import { scheduleConsultation } from './scheduleConsultation.ts'

const visit = {
  consultationDate: '2026-01-14',
  consultationTime: '14:30',
  consultationLocation: 'Main office',
}
const appointments = (clinic: TestClinic) => clinic.db.appointment.findMany({ orderBy: { createdAt: 'asc' } })

describe('a consultation', () => {
  test('is stored with the patient and mirrored by one appointment of 60 minutes', async ({ clinic }) => {
    const staff = await clinic.user()
    const patient = await clinic.patient({ status: 'consent_signed' })
    const scheduled = await scheduleConsultation(clinic.as(staff), { patientId: patient.id, ...visit })

    expect(scheduled).toMatchObject({
      status: 'consent_signed',
      consultationDate: new Date('2026-01-14T00:00:00Z'),
      consultationTime: '14:30',
      consultationLocation: 'Main office',
    })
    expect(await appointments(clinic)).toMatchObject([
      {
        patientId: patient.id,
        providerId: staff.id,
        scheduledAt: new Date('2026-01-14T19:30:00Z'),
        duration: 60,
        status: 'scheduled',
        location: 'Main office',
        isConsultation: true,
        createdById: staff.id,
      },
    ])
    expect(await clinic.auditOf(patient)).toEqual(
      expect.arrayContaining([
        { action: 'created', resourceType: 'appointment', userId: staff.id },
        { action: 'updated', resourceType: 'patient', userId: staff.id },
      ]),
    )
    expect(await clinic.auditOf(patient)).toHaveLength(2)
  })

  test('has the assigned attorney as provider, who is alerted; the user who booked it is not', async ({
    clinic,
  }) => {
    const staff = await clinic.user()
    const attorney = await clinic.user({ role: 'attorney' })
    const patient = await clinic.patient({ status: 'consent_signed', assignedAttorneyId: attorney.id })
    await scheduleConsultation(clinic.as(staff), { patientId: patient.id, ...visit })
    expect(await appointments(clinic)).toMatchObject([{ providerId: attorney.id }])
    expect(await clinic.db.alert.findMany()).toMatchObject([
      { userId: attorney.id, type: 'appointment_created', patientId: patient.id },
    ])
  })

  test('moves together with its appointment', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient({ status: 'consent_signed' })
    await scheduleConsultation(staff, { patientId: patient.id, ...visit })
    await scheduleConsultation(staff, {
      patientId: patient.id,
      ...visit,
      consultationTime: '15:00',
      consultationLocation: 'Annex',
    })
    expect(await appointments(clinic)).toMatchObject([
      { scheduledAt: new Date('2026-01-14T20:00:00Z'), location: 'Annex', status: 'scheduled' },
    ])
  })

  test('accepts a date with time and zone, as the documented call sends it', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patient = await clinic.patient({ status: 'consent_signed' })
    await scheduleConsultation(staff, {
      patientId: patient.id,
      ...visit,
      consultationDate: '2026-03-08T12:00:00.000Z',
      consultationTime: '02:30',
    })
    expect(await appointments(clinic)).toMatchObject([{ scheduledAt: new Date('2026-03-08T07:30:00Z') }])
  })

  test('is cancelled with its appointment when the patient is dropped', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const provider = await clinic.user({ role: 'attorney' })
    const patient = await clinic.patient({ status: 'consent_signed', assignedAttorneyId: provider.id })
    await scheduleConsultation(staff, { patientId: patient.id, ...visit })
    await dropPatient(staff, { patientId: patient.id, dropReason: 'Moved out of state' })

    expect(await appointments(clinic)).toMatchObject([{ status: 'cancelled' }])
    expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toMatchObject({
      consultationDate: null,
      consultationTime: null,
      consultationLocation: null,
    })
    const told = await clinic.db.alert.findMany({ where: { userId: provider.id } })
    expect(told.map(({ type }) => type).sort()).toEqual(['appointment_cancelled', 'appointment_created'])
  })
})

describe('the date and time', () => {
  // It is 10:00 on January 5 in New York.
  test.for([
    ['2026-01-04', '23:59'],
    ['2026-01-05', '09:59'],
    ['2026-01-05', '10:00'],
    ['2020-01-01', '14:30'],
  ] as const)('cannot be %s %s', async ([consultationDate, consultationTime], { clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const patient = await clinic.patient({ status: 'consent_signed' })
    const given = { patientId: patient.id, ...visit, consultationDate, consultationTime }
    await expect(scheduleConsultation(admin, given)).rejects.toMatchObject({
      code: 'invalid',
      fields: { consultationDate: 'Consultation date must be in the future' },
    })
    expect(await appointments(clinic)).toEqual([])
  })

  test('can be the next minute in the clinic’s time zone', async ({ clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const patient = await clinic.patient({ status: 'consent_signed' })
    const soon = { ...visit, consultationDate: '2026-01-05', consultationTime: '10:01' }
    await scheduleConsultation(admin, { patientId: patient.id, ...soon })
    expect(await appointments(clinic)).toHaveLength(1)
  })
})

describe('a taken hour', () => {
  const other = { ...visit, consultationTime: '15:29' }

  test('of the provider is a conflict with a message and changes nothing', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const [first, second] = [
      await clinic.patient({ status: 'consent_signed' }),
      await clinic.patient({ status: 'consent_signed' }),
    ]
    await scheduleConsultation(staff, { patientId: first.id, ...visit })
    const words = 'The attorney or staff member already has an appointment at that time'
    await expect(scheduleConsultation(staff, { patientId: second.id, ...other })).rejects.toMatchObject({
      code: 'conflict',
      message: words,
      fields: { consultationTime: words },
    })
    expect(await clinic.db.patient.findUnique({ where: { id: second.id } })).toEqual(second)
    expect(await clinic.auditOf(second)).toEqual([])
    await scheduleConsultation(staff, { patientId: second.id, ...visit, consultationTime: '15:30' })
  })

  test('of the patient is a conflict with a message', async ({ clinic }) => {
    const staff = await clinic.user()
    const patient = await clinic.patient({ status: 'consent_signed' })
    await clinic.db.appointment.create({
      data: {
        patientId: patient.id,
        providerId: (await clinic.user()).id,
        createdById: staff.id,
        scheduledAt: new Date('2026-01-14T19:00:00Z'),
      },
    })
    const schedule = scheduleConsultation(clinic.as(staff), { patientId: patient.id, ...visit })
    await expect(schedule).rejects.toMatchObject({
      code: 'conflict',
      message: 'The patient already has an appointment at that time',
    })
  })

  test('goes to only one of several concurrent requests', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const patients = await Promise.all(
      [1, 2, 3].map(() => clinic.patient({ status: 'consent_signed', createdById: staff.actor.id })),
    )
    const outcomes = await Promise.allSettled(
      patients.map(({ id }) => scheduleConsultation(staff, { patientId: id, ...visit })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
    expect(await appointments(clinic)).toHaveLength(1)
  })
})

describe('permission to schedule by role and status', () => {
  const everywhere: PatientStatus[] = ['pending_consent', 'consent_sent', 'consent_signed', 'schedulable']
  const cells = [...everywhere, 'records_forwarded' as const, 'dropped' as const].flatMap((status) =>
    (['admin', 'staff', 'attorney'] as const).map((role) => ({
      status,
      role,
      may: role === 'admin' ? status !== 'dropped' : status === 'consent_signed',
    })),
  )

  test.for(cells)('$role at $status: $may', async ({ status, role, may }, { clinic }) => {
    const user = await clinic.user({ role })
    const patient = await clinic.patient({ status, assignedAttorneyId: user.id })
    const schedule = scheduleConsultation(clinic.as(user), { patientId: patient.id, ...visit })
    if (may) expect(await schedule).toMatchObject({ status })
    else await expect(schedule).rejects.toMatchObject({ code: 'conflict' })
  })
})
