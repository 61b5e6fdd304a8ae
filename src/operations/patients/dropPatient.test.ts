import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { dropPatient } from './dropPatient.ts'

test('a dropped patient stores the reason, the user and the time', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ status: 'consent_signed', assignedAttorneyId: attorney.id })

  const dropped = await dropPatient(clinic.as(attorney), {
    patientId: patient.id,
    dropReason: 'Moved out of state',
  })

  expect(dropped).toMatchObject({
    status: 'dropped',
    dropReason: 'Moved out of state',
    droppedById: attorney.id,
    droppedAt: clinic.now,
    statusSince: clinic.now,
  })
  expect(await clinic.auditOf(patient)).toEqual([
    { action: 'updated', resourceType: 'patient', userId: attorney.id },
  ])
})

test('the creator and the active administrators are alerted, except the actor', async ({ clinic }) => {
  const [creator, acting] = [await clinic.user(), await clinic.user({ role: 'admin' })]
  const admin = await clinic.user({ role: 'admin' })
  await clinic.user({ role: 'admin', isActive: false })
  const patient = await clinic.patient({ createdById: creator.id })
  await dropPatient(clinic.as(acting), { patientId: patient.id, dropReason: 'Moved out of state' })
  const told = await clinic.db.alert.findMany()
  expect(told.map(({ userId }) => userId).toSorted()).toEqual([creator.id, admin.id].toSorted())
  for (const alert of told)
    expect(alert).toMatchObject({ type: 'patient_dropped', patientId: patient.id, emailSent: false })
})

test('an attorney cannot drop another attorney’s patient and learns nothing about them', async ({
  clinic,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ status: 'consent_signed' })
  const drop = dropPatient(clinic.as(attorney), { patientId: patient.id, dropReason: 'Moved out of state' })
  await expect(drop).rejects.toMatchObject({ code: 'not_found', message: 'Patient not found' })
})

test('a reason shorter than ten characters is rejected with the text of SPEC', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const drop = dropPatient(clinic.as(staff), { patientId: patient.id, dropReason: 'Too short' })
  await expect(drop).rejects.toMatchObject({
    fields: { dropReason: 'Drop reason must be at least 10 characters' },
  })
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toMatchObject({
    status: 'pending_consent',
  })
})

test('dropping twice is a conflict and writes nothing', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ status: 'dropped' })
  const again = dropPatient(clinic.as(staff), { patientId: patient.id, dropReason: 'Moved out of state' })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  expect(await clinic.auditOf(patient)).toEqual([])
})
