import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { insertAppointment, practice } from '#tests/support/practice.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { editAppointment } from '../appointments/editAppointment.ts'
import { markArrived } from '../appointments/recordArrival.ts'
import { audit } from '../audit.ts'
import { addNote } from '../notes/notes.ts'
import { addTask } from '../tasks/addTask.ts'
import { editPatient } from './editPatient.ts'
import { listTimeline } from './listTimeline.ts'
import { overridePatientStatus } from './overridePatientStatus.ts'
import { viewPatient } from './viewPatient.ts'

const wait = (clinic: TestClinic) => {
  clinic.now = new Date(clinic.now.getTime() + 60_000)
}

const linesOf = async (...args: Parameters<typeof listTimeline>) =>
  (await listTimeline(...args)).rows.map(({ node }) =>
    [node.description, node.subject, node.userName].filter(Boolean).join(' | '),
  )

/** A patient whose address was edited, with a task, a note, an arrival and an opened form; views do not count. */
async function withEvents(clinic: TestClinic) {
  const people = await practice(clinic)
  const { admin, staff, patient, provider } = people
  const patientId = patient.id
  clinic.now = new Date('2026-01-14T15:00:00Z')
  const appointment = await insertAppointment(clinic, { patient, provider })
  await editPatient(staff, { patientId, address: '1 Elm Street' })
  await viewPatient(admin, { patientId })
  wait(clinic)
  await addTask(staff, { title: 'Call back', patientId, assignedTo: provider.id })
  wait(clinic)
  await addNote(staff, { patientId, content: 'Prefers mornings' })
  wait(clinic)
  await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'consent_request', patientId })
  wait(clinic)
  await markArrived(staff, { appointmentId: appointment.id })
  wait(clinic)
  await overridePatientStatus(admin, { patientId, status: 'schedulable' })
  return { ...people, appointment, patientId }
}

test('a timeline tells what happened and who did it, newest first, without views by users', async ({
  clinic,
}) => {
  const { admin, staff, patientId, appointment } = await withEvents(clinic)
  const users = await clinic.db.user.findMany()
  const name = ({ actor }: typeof admin) => `Sam ${users.find(({ id }) => id === actor.id)?.lastName}`
  expect(await linesOf(staff, patientId, {})).toEqual([
    `Status changed from Consent Signed to Schedulable | ${name(admin)}`,
    `Patient arrived | ${name(staff)}`,
    'Patient opened consent form',
    `Note added | ${name(staff)}`,
    `Task added | Call back | ${name(staff)}`,
    `Edited: Address | ${name(staff)}`,
  ])
  const { rows } = await listTimeline(staff, patientId, { first: 2 })
  expect(rows.map(({ node }) => [node.reason, node.scheduledAt])).toEqual([
    ['Status override', null],
    [null, appointment.scheduledAt],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|vitest/)
})

test('an event before an appointment was moved does not state the new time', async ({ clinic }) => {
  const { staff, patientId, appointment } = await withEvents(clinic)
  wait(clinic)
  const scheduledAt = '2026-01-20T15:00:00.000Z'
  await editAppointment(staff, { appointmentId: appointment.id, scheduledAt })
  const { rows } = await listTimeline(staff, patientId, { first: 10 })
  const times = rows.flatMap(({ node }) =>
    node.resourceType === 'appointment' ? [[node.description, node.scheduledAt]] : [],
  )
  expect(times).toEqual([
    ['Appointment edited', new Date(scheduledAt)],
    ['Patient arrived', null],
  ])
})

test('its pages continue each other, and the list is audited once', async ({ clinic }) => {
  const { staff, patientId } = await withEvents(clinic)
  const whole = await linesOf(staff, patientId, {})
  const first = await listTimeline(staff, patientId, { first: 4 })
  const after = first.rows.at(-1)?.cursor ?? null
  expect(first.hasNextPage).toBe(true)
  expect(await linesOf(staff, patientId, { first: 4, after })).toEqual(whole.slice(4))
  const listed = await clinic.db.auditLog.findMany({ where: { resourceType: 'patient_timeline' } })
  expect(listed).toMatchObject([{}, {}].map(() => ({ action: 'listed', patientId, userId: staff.actor.id })))
})

test('an attorney sees records and notes only while they have access, and never what is only for the clinic', async ({
  clinic,
}) => {
  const { attorney, staff, patientId } = await withEvents(clinic)
  for (const resourceType of ['forwarding', 'legal_hold', 'patient_request', 'draft', 'alert'] as const)
    await audit(staff, { action: 'created', resourceType, patientId })
  const file = { fileName: 'MRI.pdf', filePath: '', fileSize: 7, mimeType: 'application/pdf' }
  const { id: resourceId } = await clinic.db.patientRecord.create({
    data: { ...file, patientId, uploadedById: staff.actor.id },
  })
  await audit(staff, { action: 'created', resourceType: 'patient_record', resourceId, patientId })
  await audit(staff, { action: 'denied', resourceType: 'patient', patientId })
  const inAll = await linesOf(staff, patientId, {})
  const seen = await linesOf(attorney, patientId, {})
  expect(inAll.map((line) => line.split(' | ')[0])).toEqual(
    expect.arrayContaining([
      ...['Records forwarded', 'Legal hold placed'],
      ...['Request by the patient recorded', 'Record uploaded'],
    ]),
  )
  expect(seen).toEqual(
    inAll.filter((line) => !/^(Records forwarded|Legal hold placed|Request by)/.test(line)),
  )
  await clinic.db.patient.update({ where: { id: patientId }, data: { consentRevokedAt: clinic.now } })
  expect(await linesOf(attorney, patientId, {})).toEqual(
    seen.filter((line) => !/^(Record uploaded|Note added)/.test(line)),
  )
})

test('an attorney does not see the scans and the proofs of authority that belong to a consent form', async ({
  clinic,
}) => {
  const { attorney, staff, patientId } = await withEvents(clinic)
  const file = { fileName: 'Guardianship of Ann.pdf', filePath: '', fileSize: 7, mimeType: 'application/pdf' }
  const { id: resourceId } = await clinic.db.patientRecord.create({
    data: { ...file, patientId, uploadedById: staff.actor.id, isPaperConsent: true },
  })
  await audit(clinic.anonymous(), {
    action: 'created',
    resourceType: 'patient_record',
    resourceId,
    patientId,
  })
  expect(await linesOf(staff, patientId, {})).toContain('Record uploaded | Guardianship of Ann.pdf')
  expect((await linesOf(attorney, patientId, {})).join()).not.toMatch(/Record uploaded|Guardianship/)
})

test('another attorney does not find the patient', async ({ clinic }) => {
  const { patientId } = await withEvents(clinic)
  const other = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(listTimeline(other, patientId, {})).rejects.toMatchObject({ code: 'not_found' })
})

test('the name of a deleted record is not shown', async ({ clinic }) => {
  const { staff, patientId, provider } = await withEvents(clinic)
  const record = await clinic.db.patientRecord.create({
    data: {
      ...{ patientId, fileName: 'MRI.pdf', filePath: '/MRI.pdf', fileSize: 7, mimeType: 'application/pdf' },
      uploadedById: provider.id,
    },
  })
  await audit(staff, { action: 'created', resourceType: 'patient_record', resourceId: record.id, patientId })
  expect((await linesOf(staff, patientId, {}))[0]).toContain('MRI.pdf')
  await clinic.db.patientRecord.update({ where: { id: record.id }, data: { deletedAt: clinic.now } })
  expect((await linesOf(staff, patientId, {}))[0]).toMatch(/^Record uploaded \| Sam/)
})

test('a page takes three statements, however long it is', async ({ clinic }) => {
  const { staff, patientId } = await withEvents(clinic)
  const count = async (first: number) =>
    work(await statementsOf(() => listTimeline(staff, patientId, { first }))).length
  expect(await count(1)).toBe(3)
  expect(await count(25)).toBe(3)
})
