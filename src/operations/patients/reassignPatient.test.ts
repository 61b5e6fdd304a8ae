import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { listPatients } from './listPatients.ts'
import { reassignPatient } from './reassignPatient.ts'
import { markSchedulable } from './statusSteps.ts'

test('a reassigned patient moves from one attorney’s list and counts to the other’s', async ({ clinic }) => {
  const [admin, before, after] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const patient = await clinic.patient({ assignedAttorneyId: before.id })

  await reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney: after.id })

  expect(await listPatients(clinic.as(before), {}, {})).toMatchObject({ rows: [], totalCount: 0 })
  expect(await listPatients(clinic.as(after), {}, {})).toMatchObject({
    rows: [{ node: { id: patient.id } }],
    totalCount: 1,
  })
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'patient_assigned', userId: after.id }])
})

test("the value 'none' leaves a patient unassigned", async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const free = await reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney: 'none' })
  expect(free.assignedAttorneyId).toBeNull()
})

test('an inactive user, an unknown user or an administrator cannot be assigned', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const inactive = await clinic.user({ role: 'attorney', isActive: false })
  const patient = await clinic.patient()
  for (const assignedAttorney of [inactive.id, admin.id, crypto.randomUUID(), 'nobody']) {
    const assign = reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney })
    await expect(assign).rejects.toMatchObject({
      fields: { assignedAttorney: 'Choose an active attorney or staff member' },
    })
  }
  expect(await clinic.auditOf(patient)).toEqual([])
})

test('only a patient with a signed consent can be marked ready to schedule', async ({ clinic }) => {
  const staff = await clinic.user()
  const signed = await clinic.patient({ status: 'consent_signed' })
  const pending = await clinic.patient()
  expect(await markSchedulable(clinic.as(staff), { patientId: signed.id })).toMatchObject({
    status: 'schedulable',
  })
  await expect(markSchedulable(clinic.as(staff), { patientId: pending.id })).rejects.toMatchObject({
    code: 'conflict',
  })
})
