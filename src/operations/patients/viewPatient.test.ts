import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { viewPatient } from './viewPatient.ts'

test('viewing a chart writes one audit row with user, patient, time and address', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const seen = await viewPatient(clinic.as(staff), { patientId: patient.id })
  expect(seen.id).toBe(patient.id)
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    {
      action: 'viewed',
      resourceType: 'patient',
      resourceId: patient.id,
      patientId: patient.id,
      userId: staff.id,
      createdAt: clinic.now,
      ipAddress: '192.0.2.1',
      userAgent: 'vitest',
      requestId: 'test',
    },
  ])
})

test('a missing patient and another attorney’s patient give the same error', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const other = await clinic.user({ role: 'attorney' })
  const ids = [
    (await clinic.patient({ assignedAttorneyId: other.id })).id,
    (await clinic.patient()).id,
    '01a1fcf0-bbdc-730f-8d22-fb8393291341',
    'no key at all',
  ]
  for (const patientId of ids) {
    await expect(viewPatient(clinic.as(attorney), { patientId })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Patient not found',
      subject: { resourceType: 'patient', resourceId: patientId },
    })
  }
  expect(await clinic.db.auditLog.count()).toBe(0)
})

test('an attorney can view the patients assigned to them', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ assignedAttorneyId: attorney.id })
  expect(await viewPatient(clinic.as(attorney), { patientId: own.id })).toMatchObject({ id: own.id })
})

test('the search column never leaves the database', async ({ clinic }) => {
  const patient = await clinic.patient()
  expect(await viewPatient(clinic.as(await clinic.user()), { patientId: patient.id })).not.toHaveProperty(
    'searchText',
  )
})
