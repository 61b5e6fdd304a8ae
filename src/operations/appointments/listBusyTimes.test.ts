import { expect } from 'vitest'
import { insertAppointment, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { listBusyTimes } from './listBusyTimes.ts'

const DAY = '2026-01-14'
const shown = (found: Awaited<ReturnType<typeof listBusyTimes>>) =>
  found.map(({ of, scheduledAt, duration }) => `${of} ${scheduledAt.toISOString().slice(11, 16)} ${duration}`)

test('a user who picks a time sees only when both are busy on that day', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const elsewhere = { provider: await clinic.user(), patient: await clinic.patient() }
  await insertAppointment(clinic, { provider, patient: elsewhere.patient })
  await insertAppointment(
    clinic,
    { provider: elsewhere.provider, patient },
    { scheduledAt: new Date('2026-01-15T04:00:00Z') },
  )
  await insertAppointment(
    clinic,
    { provider, patient: elsewhere.patient },
    {
      scheduledAt: new Date('2026-01-14T04:30:00Z'), // before midnight in New York, for an hour
    },
  )
  await insertAppointment(
    clinic,
    { provider, patient: elsewhere.patient },
    { scheduledAt: new Date('2026-01-15T05:00:00Z') },
  )
  await insertAppointment(
    clinic,
    { provider, patient: elsewhere.patient },
    {
      scheduledAt: new Date('2026-01-14T16:00:00Z'),
      status: 'cancelled',
    },
  )
  await insertAppointment(clinic, elsewhere, { scheduledAt: new Date('2026-01-14T17:00:00Z') })

  const found = await listBusyTimes(staff, { day: DAY, providerId: provider.id, patientId: patient.id })
  expect(shown(found)).toEqual(['provider 04:30 60', 'provider 19:30 60', 'patient 04:00 60'])
  expect(Object.keys(found[0] ?? {})).toEqual(['of', 'scheduledAt', 'duration'])
})

test('an appointment of the two with each other is listed for both', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  await insertAppointment(clinic, { provider, patient })
  const found = await listBusyTimes(staff, { day: DAY, providerId: provider.id, patientId: patient.id })
  expect(shown(found)).toEqual(['provider 19:30 60', 'patient 19:30 60'])
})

test('an appointment that is being moved does not block itself', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(clinic, { provider, patient })
  expect(await listBusyTimes(staff, { day: DAY, providerId: provider.id, appointmentId })).toEqual([])
})

test('for a consultation it lists the prospective provider’s day without the consultation itself', async ({
  clinic,
}) => {
  const { attorney, patient } = await practice(clinic)
  const rae = await clinic.db.user.findUniqueOrThrow({ where: { id: attorney.actor.id } })
  await insertAppointment(clinic, { provider: rae, patient }, { isConsultation: true })
  await insertAppointment(
    clinic,
    { provider: rae, patient: await clinic.patient() },
    {
      scheduledAt: new Date('2026-01-14T15:00:00Z'),
    },
  )
  expect(shown(await listBusyTimes(attorney, { day: DAY, patientId: patient.id }))).toEqual([
    'provider 15:00 60',
  ])
})

test('an attorney sees neither a colleague’s day nor that of another attorney’s patient', async ({
  clinic,
}) => {
  const { attorney, provider } = await practice(clinic)
  await expect(listBusyTimes(attorney, { day: DAY, providerId: provider.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { id: patientId } = await clinic.patient()
  await expect(listBusyTimes(attorney, { day: DAY, patientId })).rejects.toMatchObject({ code: 'not_found' })
})

test('the view is audited with its subject, and a request without one is rejected', async ({ clinic }) => {
  const { staff, patient } = await practice(clinic)
  await listBusyTimes(staff, { day: DAY, patientId: patient.id })
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    {
      action: 'listed',
      resourceType: 'appointment',
      patientId: patient.id,
      details: { filters: ['busy', 'day'], count: 0 },
    },
  ])
  await expect(listBusyTimes(staff, { day: DAY })).rejects.toMatchObject({ code: 'invalid' })
})
