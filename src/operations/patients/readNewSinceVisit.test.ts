import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { addNote } from '../notes/notes.ts'
import { addPatient } from './addPatient.ts'
import { NEW_MAX, readNewSinceVisit, VISIT_GAP_MS } from './readNewSinceVisit.ts'

type Person = Parameters<TestClinic['as']>[0]

const look = (clinic: TestClinic, person: Person) => readNewSinceVisit(clinic.as(person), {})
const wait = (clinic: TestClinic, milliseconds = 60_000) => {
  clinic.now = new Date(clinic.now.getTime() + milliseconds)
}
const add = (clinic: TestClinic, person: Person, n: number) =>
  addPatient(clinic.as(person), { firstName: 'Jo', lastName: 'Park', email: `jo${n}@example.test` })

const nothing = { patientsAdded: 0, consentsSigned: 0, consentsDeclined: 0, recordsAdded: 0, notesAdded: 0 }

test('the first visit has no news, and a later one counts what others did since', async ({ clinic }) => {
  const [me, colleague] = [await clinic.user(), await clinic.user()]
  expect(await look(clinic, me)).toBeNull()
  const since = clinic.now
  wait(clinic)
  const patient = await add(clinic, colleague, 1)
  await add(clinic, me, 2)
  const about = { resourceType: 'consent_request' as const, patientId: patient.id }
  await audit(clinic.anonymous(), { ...about, action: 'consent_signed' })
  await audit(clinic.anonymous(), { ...about, action: 'consent_declined' })
  await addNote(clinic.as(colleague), { patientId: patient.id, content: 'Called back' })
  for (const resourceType of ['patient_record', 'task'] as const)
    await audit(clinic.as(colleague), { action: 'created', resourceType, patientId: patient.id })
  wait(clinic, VISIT_GAP_MS)
  expect(await look(clinic, me)).toEqual({
    since,
    patientsAdded: 1,
    consentsSigned: 1,
    consentsDeclined: 1,
    recordsAdded: 1,
    notesAdded: 1,
  })
})

test('a visit lasts until half an hour without the dashboard, and each user has their own', async ({
  clinic,
}) => {
  const [me, colleague] = [await clinic.user(), await clinic.user()]
  const first = clinic.now
  await look(clinic, me)
  wait(clinic, VISIT_GAP_MS + 1)
  expect(await look(clinic, me)).toEqual({ since: first, ...nothing })
  wait(clinic, VISIT_GAP_MS)
  await add(clinic, colleague, 1)
  expect(await look(clinic, me)).toMatchObject({ since: first, patientsAdded: 1 })
  const last = clinic.now
  wait(clinic, VISIT_GAP_MS + 1)
  expect(await look(clinic, me)).toEqual({ since: last, ...nothing })
  expect(await look(clinic, colleague)).toBeNull()
})

test('an attorney counts only their own patients, and staff no restricted chart', async ({ clinic }) => {
  const [attorney, staff, admin] = [
    await clinic.user({ role: 'attorney' }),
    await clinic.user(),
    await clinic.user({ role: 'admin' }),
  ]
  for (const person of [attorney, staff]) await look(clinic, person)
  wait(clinic, VISIT_GAP_MS + 1)
  const own = await add(clinic, admin, 1)
  const restricted = await add(clinic, admin, 2)
  await add(clinic, admin, 3)
  await clinic.db.patient.update({ where: { id: own.id }, data: { assignedAttorneyId: attorney.id } })
  await clinic.db.patient.update({ where: { id: restricted.id }, data: { restrictedAt: clinic.now } })
  expect(await look(clinic, attorney)).toMatchObject({ patientsAdded: 1 })
  expect(await look(clinic, staff)).toMatchObject({ patientsAdded: 2 })
})

test('the counts stop at 99, and reading them is not recorded', async ({ clinic }) => {
  const [me, colleague] = [await clinic.user(), await clinic.user()]
  const patient = await clinic.patient()
  await look(clinic, me)
  wait(clinic, VISIT_GAP_MS + 1)
  for (let n = 0; n <= NEW_MAX; n += 1)
    await audit(clinic.as(colleague), {
      action: 'created',
      resourceType: 'patient_record',
      patientId: patient.id,
    })
  const before = await clinic.db.auditLog.count()
  expect(await look(clinic, me)).toMatchObject({ recordsAdded: NEW_MAX })
  expect(await clinic.db.auditLog.count()).toBe(before)
})

test('a note that the user cannot read is not counted', async ({ clinic }) => {
  const [attorney, staff] = [await clinic.user({ role: 'attorney' }), await clinic.user()]
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  await look(clinic, attorney)
  wait(clinic, VISIT_GAP_MS + 1)
  for (const visibility of ['shared', 'internal'] as const)
    await addNote(clinic.as(staff), { patientId, content: 'Called back', visibility })
  expect(await look(clinic, attorney)).toMatchObject({ notesAdded: 1 })
  await clinic.db.patient.update({ where: { id: patientId }, data: { consentRevokedAt: clinic.now } })
  expect(await look(clinic, attorney)).toMatchObject({ notesAdded: 0 })
})

test('an attorney does not count scans of consent forms and deleted records', async ({ clinic }) => {
  const [attorney, staff] = [await clinic.user({ role: 'attorney' }), await clinic.user()]
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  await look(clinic, attorney)
  wait(clinic, VISIT_GAP_MS + 1)
  for (const special of [{}, { isPaperConsent: true }, { deletedAt: clinic.now }]) {
    const file = { fileName: 'a.pdf', filePath: '', fileSize: 7, mimeType: 'application/pdf' }
    const { id: resourceId } = await clinic.db.patientRecord.create({
      data: { ...file, ...special, patientId, uploadedById: staff.id },
    })
    await audit(clinic.as(staff), {
      action: 'created',
      resourceType: 'patient_record',
      resourceId,
      patientId,
    })
  }
  expect(await look(clinic, attorney)).toMatchObject({ recordsAdded: 1 })
})

test('an API key neither gets the news nor counts as a visit', async ({ clinic }) => {
  const me = clinic.as(await clinic.user())
  const byKey = { ...me, actor: { ...me.actor, key: { id: 'a key', scopes: ['reports_read' as const] } } }
  expect(await readNewSinceVisit(byKey, {})).toBeNull()
  expect(await clinic.db.dashboardVisit.count()).toBe(0)
})
