import { describe, expect } from 'vitest'
import type { Appointment } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { alertsOf, auditRowsOf, insertAppointment, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { editAppointment } from './editAppointment.ts'

const later = '2026-01-16T15:00:00.000Z'

async function withAppointment(clinic: TestClinic, values: Partial<Appointment> = {}) {
  const people = await practice(clinic)
  const appointment = await insertAppointment(clinic, people, {
    location: 'Annex',
    notes: 'Fasting',
    ...values,
  })
  return { ...people, appointment, appointmentId: appointment.id }
}

test('an edit changes the given fields, and the audit log names what changed', async ({ clinic }) => {
  const { staff, provider, patient, appointment, appointmentId } = await withAppointment(clinic)
  const edited = await editAppointment(staff, {
    appointmentId,
    scheduledAt: later,
    duration: 60,
    location: null,
    notes: 'Not fasting',
  })
  expect(edited).toEqual({
    ...appointment,
    scheduledAt: new Date(later),
    location: null,
    notes: 'Not fasting',
    updatedAt: clinic.now,
  })
  expect(await auditRowsOf(clinic)).toEqual([
    {
      action: 'updated',
      resourceType: 'appointment',
      resourceId: appointmentId,
      patientId: patient.id,
      userId: staff.actor.id,
      details: editOf('scheduledAt', 'location', 'notes'),
    },
  ])
  expect(await alertsOf(clinic)).toEqual([
    {
      type: 'appointment_changed',
      userId: provider.id,
      patientId: patient.id,
      message: `An appointment with ${patient.firstName} ${patient.lastName} was changed`,
    },
  ])
  // The appointment is no consultation, so the patient is unchanged.
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toEqual(patient)
})

test('both the old and the new provider are alerted when the provider changes', async ({ clinic }) => {
  const { staff, attorney, provider, appointmentId } = await withAppointment(clinic)
  await editAppointment(staff, { appointmentId, providerId: attorney.actor.id })
  expect((await alertsOf(clinic)).map(({ type, userId }) => [type, userId]).sort()).toEqual(
    [
      ['appointment_changed', provider.id],
      ['appointment_changed', attorney.actor.id],
    ].sort(),
  )
  expect(await auditRowsOf(clinic)).toMatchObject([{ details: { fields: ['providerId'] } }])
})

test.for([
  [{ duration: 90 }, 1],
  [{ location: 'Main office' }, 1],
  [{ notes: 'Not fasting' }, 0],
  [{ location: ' Annex ', duration: 60 }, 0],
] as const)('%j alerts %i people', async ([changes, count], { clinic }) => {
  const { staff, appointmentId } = await withAppointment(clinic)
  await editAppointment(staff, { appointmentId, ...changes })
  expect(await alertsOf(clinic)).toHaveLength(count)
})

test('an edit without a change is audited as a view, and one without fields is rejected', async ({
  clinic,
}) => {
  const { staff, appointment, appointmentId } = await withAppointment(clinic)
  await expect(editAppointment(staff, { appointmentId, bookAnyway: true })).rejects.toMatchObject({
    code: 'invalid',
    message: 'Nothing to change',
  })
  const same = { location: 'Annex', duration: 60, scheduledAt: appointment.scheduledAt.toISOString() }
  expect(await editAppointment(staff, { appointmentId, ...same })).toEqual(appointment)
  expect(await clinic.db.appointment.findFirst()).toEqual(appointment)
  expect(await auditRowsOf(clinic)).toMatchObject([
    { action: 'viewed', resourceId: appointmentId, details: null },
  ])
})

describe('the new provider', () => {
  test('must be active, and an attorney must have the patient', async ({ clinic }) => {
    const { staff, appointmentId } = await withAppointment(clinic)
    const edit = (providerId: string) => editAppointment(staff, { appointmentId, providerId })
    const other = await clinic.user({ role: 'attorney' })
    const gone = await clinic.user({ isActive: false })
    await expect(edit(other.id)).rejects.toMatchObject({ code: 'invalid', fields: { providerId: /patient/ } })
    for (const id of [gone.id, 'nobody'])
      await expect(edit(id)).rejects.toMatchObject({ fields: { providerId: 'Choose an active user' } })
    expect(await auditRowsOf(clinic)).toEqual([])
  })

  test('must be free', async ({ clinic }) => {
    const { staff, patient, appointmentId } = await withAppointment(clinic)
    const busy = await clinic.user()
    await insertAppointment(clinic, { provider: busy, patient: await clinic.patient() })
    const edit = editAppointment(staff, { appointmentId, providerId: busy.id })
    await expect(edit).rejects.toMatchObject({ code: 'conflict', fields: { scheduledAt: /already/ } })
    expect(await clinic.auditOf(patient)).toEqual([])
  })

  test('is not checked while the provider stays, even if they have lost the patient', async ({ clinic }) => {
    const lost = await clinic.user({ role: 'attorney' })
    const { staff, appointmentId } = await withAppointment(clinic, { providerId: lost.id })
    await editAppointment(staff, { appointmentId, providerId: lost.id, notes: 'Not fasting' })
  })
})

describe('the new time', () => {
  test('must be in the future', async ({ clinic }) => {
    const { staff, appointmentId } = await withAppointment(clinic)
    const edit = editAppointment(staff, { appointmentId, scheduledAt: '2026-01-05T15:00:00Z' })
    await expect(edit).rejects.toMatchObject({
      code: 'invalid',
      fields: { scheduledAt: 'Appointment must be in the future' },
    })
  })

  test('can be the old one, even if it is past', async ({ clinic }) => {
    const { staff, appointmentId, appointment } = await withAppointment(clinic)
    clinic.now = new Date('2026-01-15T15:00:00Z')
    const scheduledAt = appointment.scheduledAt.toISOString()
    await editAppointment(staff, { appointmentId, scheduledAt, notes: 'Came late' })
  })

  test('can overlap with the old one', async ({ clinic }) => {
    const { staff, appointmentId } = await withAppointment(clinic)
    await editAppointment(staff, { appointmentId, scheduledAt: '2026-01-14T19:45:00.000Z' })
  })

  test('is checked for conflicts to the minute', async ({ clinic }) => {
    const { staff, provider, appointmentId } = await withAppointment(clinic)
    const scheduledAt = new Date(later)
    await insertAppointment(clinic, { provider, patient: await clinic.patient() }, { scheduledAt })
    const edit = (changes: object) => editAppointment(staff, { appointmentId, ...changes })
    await expect(edit({ scheduledAt: '2026-01-16T14:01:00Z' })).rejects.toMatchObject({ code: 'conflict' })
    await edit({ scheduledAt: '2026-01-16T14:00:00Z' })
    await expect(edit({ duration: 61 })).rejects.toMatchObject({ code: 'conflict' })
    await edit({ scheduledAt: '2026-01-16T16:00:00Z', duration: 61 })
  })

  test.for([
    ['pending_consent', false],
    ['consent_sent', false],
    ['schedulable', true],
    ['dropped', false],
  ] as const)('for a patient at %s, staff: %s', async ([status, may], { clinic }) => {
    const { staff, provider } = await practice(clinic)
    const patient = await clinic.patient({ status })
    const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
    const edit = editAppointment(staff, { appointmentId, scheduledAt: later })
    if (may) await edit
    else await expect(edit).rejects.toMatchObject({ code: 'conflict', message: /patient/ })
    // Other fields can still be edited.
    await editAppointment(staff, { appointmentId, location: 'Main office' })
  })
})

test.for(['completed', 'cancelled', 'no_show'] as const)(
  'a %s appointment cannot be edited',
  async (status, { clinic }) => {
    const { admin, appointment, appointmentId } = await withAppointment(clinic, { status })
    await expect(editAppointment(admin, { appointmentId, notes: 'Again' })).rejects.toMatchObject({
      code: 'conflict',
      message: /^This appointment is already/,
    })
    expect(await clinic.db.appointment.findFirst()).toEqual(appointment)
  },
)

test('an attorney cannot edit, and an unknown appointment is not found', async ({ clinic }) => {
  const { staff, attorney, patient, appointmentId } = await withAppointment(clinic)
  const edit = editAppointment(attorney, { appointmentId, notes: 'Mine' })
  await expect(edit).rejects.toMatchObject({ code: 'forbidden' })
  for (const missing of [patient.id, 'nothing'])
    await expect(editAppointment(staff, { appointmentId: missing, notes: 'Lost' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Appointment not found',
    })
})

test('of two concurrent moves into one slot, one wins', async ({ clinic }) => {
  const { staff, provider, appointmentId } = await withAppointment(clinic)
  const other = await insertAppointment(
    clinic,
    { provider, patient: await clinic.patient({ status: 'schedulable' }) },
    { scheduledAt: new Date('2026-01-15T19:30:00Z') },
  )
  const outcomes = await Promise.allSettled(
    [appointmentId, other.id].map((id) =>
      editAppointment(staff, { appointmentId: id, scheduledAt: later, duration: 30 }),
    ),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await auditRowsOf(clinic)).toHaveLength(1)
})
