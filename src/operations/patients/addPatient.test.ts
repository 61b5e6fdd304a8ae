import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { addPatient } from './addPatient.ts'
import { readDashboardStats } from './readDashboardStats.ts'

const maren = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
const taken = { code: 'conflict', message: 'A patient with this email address already exists' }

const stats = async (clinic: TestClinic) =>
  readDashboardStats(clinic.as(await clinic.user({ role: 'admin' })), {})

test('a new patient is pending, stores who added them, and has one row in audit log and history', async ({
  clinic,
}) => {
  const staff = await clinic.user()
  const added = await addPatient(clinic.as(staff), { ...maren, dateOfBirth: '1980-02-29T23:00:00-05:00' })

  expect(added).toMatchObject({
    ...maren,
    status: 'pending_consent',
    createdById: staff.id,
    createdAt: clinic.now,
    dateOfBirth: new Date('1980-02-29T00:00:00.000Z'),
    consentSignedAt: null,
    consentIsManual: false,
    assignedAttorneyId: null,
  })
  expect(await clinic.auditOf(added)).toEqual([
    { action: 'created', resourceType: 'patient', userId: staff.id },
  ])
  expect(await clinic.db.patientStatusChange.findMany()).toMatchObject([
    { patientId: added.id, from: null, to: 'pending_consent', changedById: staff.id },
  ])
})

test.for(['consent_signed', 'schedulable'] as const)(
  'a patient added at %s gets a manual consent dated now',
  async (status, { clinic }) => {
    const added = await addPatient(clinic.as(await clinic.user()), { ...maren, status })
    expect(added).toMatchObject({
      status,
      consentSignedAt: clinic.now,
      consentIsManual: true,
      consentFormUrl: null,
    })
  },
)

test('a patient added at consent_sent has no consent yet', async ({ clinic }) => {
  const added = await addPatient(clinic.as(await clinic.user()), { ...maren, status: 'consent_sent' })
  expect(added).toMatchObject({ consentSignedAt: null, consentIsManual: false })
})

test('an e-mail address that differs only in case is already taken', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await addPatient(staff, maren)
  const twin = addPatient(staff, { ...maren, email: '  MAREN@Example.TEST ' })
  await expect(twin).rejects.toMatchObject({ ...taken, fields: { email: taken.message } })
  expect(await clinic.db.patient.count()).toBe(1)
  expect(await clinic.db.auditLog.count()).toBe(1)
})

test('of two users who add the same address at once, one succeeds', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const outcomes = await Promise.allSettled([addPatient(staff, maren), addPatient(staff, maren)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
})

test('the four figures change with each patient and exclude dropped ones', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  expect(await stats(clinic)).toEqual({
    totalPatients: 0,
    pendingConsent: 0,
    consentSigned: 0,
    schedulable: 0,
  })
  await addPatient(staff, maren)
  await addPatient(staff, { ...maren, email: 'b@example.test', status: 'consent_signed' })
  await addPatient(staff, { ...maren, email: 'c@example.test', status: 'schedulable' })
  await clinic.patient({ status: 'dropped' })
  await clinic.patient({ status: 'records_forwarded' })
  expect(await stats(clinic)).toEqual({
    totalPatients: 4,
    pendingConsent: 1,
    consentSigned: 1,
    schedulable: 1,
  })
})

test('an attorney’s figures count their own patients', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  await clinic.patient({ assignedAttorneyId: attorney.id })
  await clinic.patient()
  expect(await readDashboardStats(clinic.as(attorney), {})).toMatchObject({
    totalPatients: 1,
    pendingConsent: 1,
  })
})

test('an attorney cannot add a patient', async ({ clinic }) => {
  const attorney = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(addPatient(attorney, maren)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.patient.count()).toBe(0)
})

test('the dates of birth and injury cannot be in the clinic’s future', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await expect(
    addPatient(staff, { ...maren, dateOfBirth: '2026-01-06', dateOfInjury: '2030-05-01' }),
  ).rejects.toMatchObject({
    code: 'invalid',
    fields: {
      dateOfBirth: 'Date of birth cannot be in the future',
      dateOfInjury: 'Date of injury cannot be in the future',
    },
  })
  expect(await addPatient(staff, { ...maren, dateOfInjury: '2026-01-05' })).toMatchObject(maren)
})
