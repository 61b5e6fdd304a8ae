import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { editPatient } from './editPatient.ts'

test('given fields change, omitted fields stay, and null clears', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({
    phone: '(415) 555-0100',
    address: '1 Elm Street',
    dateOfBirth: new Date('1980-02-29'),
  })

  const edited = await editPatient(staff, {
    patientId: patient.id,
    lastName: ' Okafor ',
    address: null,
    dateOfBirth: '',
  })

  expect(edited).toMatchObject({
    firstName: patient.firstName,
    lastName: 'Okafor',
    email: patient.email,
    phone: '(415) 555-0100',
    address: null,
    dateOfBirth: null,
    status: 'pending_consent',
  })
})

test('the audit log has the names of the fields but not their values', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  await editPatient(clinic.as(staff), {
    patientId: patient.id,
    phone: '(415) 555-0199',
    notes: 'Speaks Vietnamese',
    email: 'new@example.test',
  })
  const rows = await clinic.db.auditLog.findMany()
  expect(rows).toMatchObject([
    { action: 'updated', resourceType: 'patient', resourceId: patient.id, patientId: patient.id },
  ])
  const details = rows[0]?.details as { fields: string[] } | undefined
  expect(details?.fields.sort()).toEqual(['email', 'notes', 'phone'])
  expect(JSON.stringify(rows)).not.toMatch(/555-0199|Vietnamese|example\.test/)
})

test('another patient’s e-mail address is refused in any case', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await clinic.patient({ email: 'maren@example.test' })
  const other = await clinic.patient()
  const edit = editPatient(staff, { patientId: other.id, email: 'Maren@EXAMPLE.test' })
  await expect(edit).rejects.toMatchObject({
    code: 'conflict',
    message: 'A patient with this email address already exists',
  })
  expect(await clinic.auditOf(other)).toEqual([])
})

test('the patient’s own address can change its case', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ email: 'maren@example.test' })
  const edited = await editPatient(staff, { patientId: patient.id, email: 'Maren@example.test' })
  expect(edited.email).toBe('Maren@example.test')
})

test('an attorney cannot edit, even their own patient', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const edit = editPatient(clinic.as(attorney), { patientId: patient.id, phone: '(415) 555-0101' })
  await expect(edit).rejects.toMatchObject({
    code: 'forbidden',
    subject: { resourceType: 'patient', resourceId: patient.id },
  })
})

test('an unknown patient cannot be edited', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  for (const patientId of ['01a1fcf0-bbdc-730f-8d22-fb8393291341', 'no-key', '']) {
    await expect(editPatient(staff, { patientId, phone: '(415) 555-0101' }), patientId).rejects.toMatchObject(
      {
        code: 'not_found',
        message: 'Patient not found',
      },
    )
  }
})

test('an edit without fields is rejected for any patient', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient()
  for (const patientId of [patient.id, 'no-key'])
    await expect(editPatient(staff, { patientId })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Nothing to change',
    })
  expect(await clinic.db.auditLog.count()).toBe(0)
})

test('only changed fields are audited, and an edit without a change is audited as a view', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ phone: '(415) 555-0100', dateOfBirth: new Date('1980-02-29') })
  const same = {
    patientId: patient.id,
    phone: '(415) 555-0100',
    dateOfBirth: '1980-02-29',
    lastName: patient.lastName,
  }
  expect(await editPatient(staff, same)).toEqual(patient)
  await editPatient(staff, { ...same, lastName: 'Okafor', address: null })
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { action: 'viewed', resourceType: 'patient', resourceId: patient.id, details: null },
    { action: 'updated', resourceType: 'patient', details: { fields: ['lastName'] } },
  ])
})

test('the date of injury cannot be in the future', async ({ clinic }) => {
  const patient = await clinic.patient()
  const moved = editPatient(clinic.as(await clinic.user()), {
    patientId: patient.id,
    dateOfInjury: '2026-01-06',
  })
  await expect(moved).rejects.toMatchObject({
    fields: { dateOfInjury: 'Date of injury cannot be in the future' },
  })
})
