import { describe, expect } from 'vitest'
import { untilWaiting } from '#tests/support/meeting.ts'
import { alertsOf, auditRowsOf, insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { cancelAppointment } from './cancelAppointment.ts'
import { completeAppointment, markNoShow } from './recordOutcome.ts'

const afterwards = [
  ['completed', completeAppointment],
  ['no_show', markNoShow],
] as const
const all = [...afterwards, ['cancelled', cancelAppointment] as const]

describe.for(afterwards)('an appointment is %s', ([status, settle]) => {
  test('once it has begun, with one audit row and no alert', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id } = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date(MOMENT)
    expect(await settle(staff, { appointmentId: id })).toMatchObject({ id, status, cancelReason: null })
    expect(await auditRowsOf(clinic)).toEqual([
      {
        action: 'updated',
        resourceType: 'appointment',
        resourceId: id,
        patientId: patient.id,
        userId: staff.actor.id,
        details: { fields: ['status'], status },
      },
    ])
    expect(await alertsOf(clinic)).toEqual([])
  })

  test('not before it begins', async ({ clinic }) => {
    const { staff, provider, patient } = await practice(clinic)
    const appointment = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date('2026-01-14T19:29:59.999Z')
    await expect(settle(staff, { appointmentId: appointment.id })).rejects.toMatchObject({
      code: 'conflict',
      message: /once it has begun$/,
    })
    expect(await clinic.db.appointment.findMany()).toEqual([appointment])
    expect(await auditRowsOf(clinic)).toEqual([])
  })
})

describe('an appointment is cancelled', () => {
  test('with a reason that the audit log does not repeat, and its provider is alerted', async ({
    clinic,
  }) => {
    const { staff, provider, patient } = await practice(clinic)
    const { id } = await insertAppointment(clinic, { provider, patient })
    const cancelReason = 'The patient is ill'
    expect(await cancelAppointment(staff, { appointmentId: id, cancelReason })).toMatchObject({
      status: 'cancelled',
      cancelReason,
    })
    expect(await auditRowsOf(clinic)).toEqual([
      {
        action: 'updated',
        resourceType: 'appointment',
        resourceId: id,
        patientId: patient.id,
        userId: staff.actor.id,
        details: { fields: ['status', 'cancelReason'], status: 'cancelled' },
      },
    ])
    expect(await alertsOf(clinic)).toEqual([
      {
        type: 'appointment_cancelled',
        userId: provider.id,
        patientId: patient.id,
        message: `An appointment with ${patient.firstName} ${patient.lastName} was cancelled`,
      },
    ])
  })

  test('without a reason, also after its time and for a dropped patient', async ({ clinic }) => {
    const { staff, provider } = await practice(clinic)
    const patient = await clinic.patient({ status: 'dropped' })
    const { id } = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date('2026-02-01T00:00:00Z')
    expect(await cancelAppointment(staff, { appointmentId: id, cancelReason: ' ' })).toMatchObject({
      status: 'cancelled',
      cancelReason: null,
    })
    expect(await auditRowsOf(clinic)).toMatchObject([
      { details: { fields: ['status'], status: 'cancelled' } },
    ])
  })
})

describe.for(all)('an appointment that is %s', ([status, settle]) => {
  test.for(all)('cannot become %s', async ([, again], { clinic }) => {
    const { admin, provider, patient } = await practice(clinic)
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date(MOMENT)
    await settle(admin, { appointmentId })
    await expect(again(admin, { appointmentId })).rejects.toMatchObject({ code: 'conflict' })
    expect(await clinic.db.appointment.findFirst()).toMatchObject({ status })
    expect(await auditRowsOf(clinic)).toHaveLength(1)
  })

  test('cannot be settled by an attorney, and an unknown one is not found', async ({ clinic }) => {
    const { attorney, staff, provider, patient } = await practice(clinic)
    const { id } = await insertAppointment(clinic, { provider, patient })
    clinic.now = new Date(MOMENT)
    await expect(settle(attorney, { appointmentId: id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(settle(staff, { appointmentId: patient.id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await clinic.db.appointment.findFirst()).toMatchObject({ status: 'scheduled' })
  })
})

test('of two concurrent outcomes the second gets a conflict', async ({ clinic }) => {
  const { staff, admin, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
  clinic.now = new Date(MOMENT)
  const { settling } = await clinic.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM appointments FOR UPDATE`
    const acts = [completeAppointment(staff, { appointmentId }), markNoShow(admin, { appointmentId })]
    await untilWaiting(clinic, 2)
    return { settling: Promise.allSettled(acts) }
  })
  expect((await settling).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await auditRowsOf(clinic)).toHaveLength(1)
})
