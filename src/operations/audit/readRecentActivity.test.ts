import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { addNote } from '../notes/notes.ts'
import { addPatient } from '../patients/addPatient.ts'
import { listPatients } from '../patients/listPatients.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { addTask } from '../tasks/addTask.ts'
import { readRecentActivity } from './readRecentActivity.ts'

type Person = Parameters<TestClinic['as']>[0]

/** The sentences of the user’s activity card. */
const descriptions = async (clinic: TestClinic, person: Person) =>
  (await readRecentActivity(clinic.as(person), {})).map(({ description }) => description)

const waitOneMinute = (clinic: TestClinic) => {
  clinic.now = new Date(clinic.now.getTime() + 60_000)
}

async function people(clinic: TestClinic) {
  const [admin, staff, attorney, other] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user(),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  return { admin, staff, attorney, other }
}

test('administrators and staff see the last five actions, newest first', async ({ clinic }) => {
  const { admin, staff } = await people(clinic)
  for (const action of ['login', 'created', 'consent_sent', 'consent_signed', 'updated'] as const) {
    waitOneMinute(clinic)
    await audit(clinic.as(staff), { action, resourceType: 'patient' })
  }
  waitOneMinute(clinic)
  await audit(clinic.as(staff), { action: 'denied', resourceType: 'auditLogs' })
  const lines = [
    'Access denied',
    'Patient updated',
    'Patient signed consent form',
    'Consent form sent to patient',
    'New patient registered',
  ]
  expect(await descriptions(clinic, admin)).toEqual(lines)
  expect(await descriptions(clinic, staff)).toEqual(lines)
})

test('views, saved views, drafts, alerts and e-mails do not displace changes', async ({ clinic }) => {
  const { admin, staff } = await people(clinic)
  const { id: patientId } = await addPatient(clinic.as(staff), {
    firstName: 'Maren',
    lastName: 'Lindqvist',
    email: 'm@example.test',
  })
  waitOneMinute(clinic)
  for (let looks = 0; looks < 3; looks += 1) {
    await viewPatient(clinic.as(admin), { patientId })
    await listPatients(clinic.as(admin), {}, {})
  }
  for (const resourceType of ['saved_view', 'draft', 'alert'] as const)
    await audit(clinic.as(staff), { action: 'updated', resourceType })
  await audit(clinic.anonymous(), { action: 'updated', resourceType: 'mail', patientId })
  expect(await descriptions(clinic, admin)).toEqual(['New patient registered'])
})

test('each action says who did it to whom, and reading is recorded with the named patients', async ({
  clinic,
}) => {
  const { admin, staff } = await people(clinic)
  const patient = await clinic.patient({ firstName: 'Maren', lastName: 'Lindqvist' })
  await audit(clinic.as(staff), { action: 'consent_sent', resourceType: 'patient', patientId: patient.id })
  waitOneMinute(clinic)
  await audit(clinic.anonymous(), {
    action: 'consent_signed',
    resourceType: 'patient',
    patientId: patient.id,
  })
  const named = { patientId: patient.id, patientName: 'Maren Lindqvist' }
  expect(await readRecentActivity(clinic.as(admin), {})).toMatchObject([
    { description: 'Patient signed consent form', userName: null, ...named },
    { description: 'Consent form sent to patient', userName: `Sam ${staff.lastName}`, ...named },
  ])
  const listed = await clinic.db.auditLog.findMany({ where: { action: 'listed' } })
  expect(listed).toMatchObject([
    { resourceType: 'patient', userId: admin.id, details: { filters: ['recent_activity'], count: 2 } },
  ])
  expect(await clinic.db.auditLogPatients.findMany()).toMatchObject([{ patientIds: [patient.id] }])
})

test('an attorney sees only their own actions and those on their patients', async ({ clinic }) => {
  const { staff, attorney, other } = await people(clinic)
  const own = await clinic.patient({ assignedAttorneyId: attorney.id })
  const hidden = await clinic.patient({ assignedAttorneyId: other.id })
  const act = async (
    person: Person,
    action: 'created' | 'consent_sent' | 'deleted',
    patientId: string | null,
  ) => {
    waitOneMinute(clinic)
    await audit(clinic.as(person), { action, resourceType: 'patient_note', patientId })
  }
  await act(staff, 'created', own.id)
  await act(staff, 'deleted', hidden.id)
  await act(staff, 'deleted', null)
  await act(attorney, 'consent_sent', own.id)
  waitOneMinute(clinic)
  await addTask(clinic.as(attorney), { title: 'Read file', assignedTo: attorney.id })
  expect(await descriptions(clinic, attorney)).toEqual([
    'New task created',
    'Consent form sent to patient',
    'New patient note created',
  ])
  await clinic.db.patient.update({ where: { id: own.id }, data: { assignedAttorneyId: other.id } })
  expect(await descriptions(clinic, attorney)).toEqual(['New task created', 'Consent form sent to patient'])
  // Their own action stays, but no longer names the patient.
  expect(await readRecentActivity(clinic.as(attorney), {})).toMatchObject([
    { patientId: null },
    { patientId: null, patientName: null },
  ])
})

test('the five newest of many actions on many patients are found', async ({ clinic }) => {
  const { staff, attorney } = await people(clinic)
  const [one, two] = [
    await clinic.patient({ assignedAttorneyId: attorney.id }),
    await clinic.patient({ assignedAttorneyId: attorney.id }),
  ]
  const resources = [
    'patient',
    'task',
    'forwarding',
    'consent_form',
    'appointment',
    'closure',
    'user',
  ] as const
  for (const [n, resourceType] of resources.entries()) {
    waitOneMinute(clinic)
    await audit(clinic.as(staff), { action: 'updated', resourceType, patientId: (n < 2 ? two : one).id })
  }
  expect(await descriptions(clinic, attorney)).toEqual(
    ['User', 'Closure', 'Appointment', 'Consent form', 'Forwarding'].map((name) => `${name} updated`),
  )
})

test('a note is an activity only for those who can read it, and for administrators', async ({ clinic }) => {
  const { admin, staff, attorney } = await people(clinic)
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  const note = { patientId, content: 'Called' }
  await addNote(clinic.as(staff), { ...note, visibility: 'internal' })
  await addNote(clinic.as(attorney), { ...note, visibility: 'work_product' })
  const line = 'New patient note created'
  expect(await descriptions(clinic, admin)).toEqual([line, line])
  expect(await descriptions(clinic, staff)).toEqual([line])
  expect(await descriptions(clinic, attorney)).toEqual([line])
})
