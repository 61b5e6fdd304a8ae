import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { addTaskToPatients } from './addTaskToPatients.ts'
import { assignPatients } from './assignPatients.ts'
import { cancelBulkJob } from './cancelBulkJob.ts'
import { previewAssignment } from './previewAssignment.ts'
import { undoBulkJob } from './undoBulkJob.ts'
import { workOnBulkJob } from './workOnBulkJob.ts'

const HOUR_MS = 3_600_000

/** Two patients of an attorney, who has an open task and a coming appointment for each, and the attorney who takes over. */
async function setUp(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [lee, rosa] = [
    await clinic.user({ role: 'attorney', firstName: 'Lee', lastName: 'Park' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const patients = [
    await clinic.patient({ assignedAttorneyId: lee.id }),
    await clinic.patient({ assignedAttorneyId: lee.id }),
  ]
  const createdById = admin.actor.id
  for (const [n, { id: patientId }] of patients.entries()) {
    await clinic.db.task.create({
      data: { title: `Call ${n}`, patientId, assignedToId: lee.id, createdById },
    })
    const scheduledAt = new Date(clinic.now.getTime() + (24 + n) * HOUR_MS)
    await clinic.db.appointment.create({ data: { patientId, providerId: lee.id, createdById, scheduledAt } })
  }
  const selection = { patientIds: patients.map(({ id }) => id) }
  return { admin, lee, rosa, patients, selection, input: { selection, assignedAttorney: rosa.id } }
}

const run = async (clinic: TestClinic, job: Promise<{ id: string }>) => {
  const { id } = await job
  await workOnBulkJob(clinic.anonymous(), { jobId: id })
  return id
}

const owners = async ({ db }: TestClinic) => ({
  tasks: (await db.task.findMany({ orderBy: { title: 'asc' } })).map(({ assignedToId }) => assignedToId),
  visits: (await db.appointment.findMany({ orderBy: { scheduledAt: 'asc' } })).map((one) => one.providerId),
})

const alerts = async ({ db }: TestClinic) => {
  const found = await db.alert.findMany({ orderBy: [{ userId: 'asc' }, { type: 'asc' }] })
  await db.alert.deleteMany()
  return found.map(({ userId, message }) => [userId, message])
}

test('open tasks and coming appointments follow several patients if wanted, and the assignee gets one alert of each kind', async ({
  clinic,
}) => {
  const { admin, lee, rosa, patients, input } = await setUp(clinic)
  await run(clinic, assignPatients(admin, { ...input, transfersWork: true }))
  const hers = [rosa.id, rosa.id]
  expect(await owners(clinic)).toEqual({ tasks: hers, visits: hers })
  expect(await alerts(clinic)).toEqual([
    [rosa.id, '2 patients were assigned to you'],
    [rosa.id, 'You took over the work of Lee Park: 2 open tasks and 2 appointments'],
  ])
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: { in: ['task', 'appointment'] } },
    orderBy: { id: 'asc' },
  })
  const row = (patient: { id: string } | undefined, field: string) => ({
    ...{ action: 'updated', userId: admin.actor.id, patientId: patient?.id },
    details: { fields: [field], changes: { [field]: { from: lee.id, to: rosa.id } } },
  })
  expect(rows).toMatchObject(
    patients.flatMap((patient) => [row(patient, 'assignedToId'), row(patient, 'providerId')]),
  )
})

test('work stays where it is unless it is wanted', async ({ clinic }) => {
  const { admin, lee, rosa, input } = await setUp(clinic)
  await run(clinic, assignPatients(admin, input))
  const his = [lee.id, lee.id]
  expect(await owners(clinic)).toEqual({ tasks: his, visits: his })
  expect(await alerts(clinic)).toEqual([[rosa.id, '2 patients were assigned to you']])
  await expect(
    assignPatients(admin, { ...input, assignedAttorney: 'none', transfersWork: true }),
  ).rejects.toMatchObject({
    fields: { assignedAttorney: 'Choose who takes over the open tasks and coming appointments' },
  })
})

test('undo also returns the transferred work, except what was finished or reassigned in the meantime', async ({
  clinic,
}) => {
  const { admin, lee, rosa, patients, input } = await setUp(clinic)
  const other = await clinic.user({ role: 'attorney' })
  const own = { title: 'Call 2', patientId: patients[0]?.id as string, createdById: admin.actor.id }
  const job = await run(clinic, assignPatients(admin, { ...input, transfersWork: true }))
  await clinic.db.task.create({ data: { ...own, assignedToId: rosa.id } })
  await clinic.db.task.updateMany({ where: { title: 'Call 1' }, data: { status: 'completed' } })
  const [, second] = await clinic.db.appointment.findMany({ orderBy: { scheduledAt: 'asc' } })
  await clinic.db.appointment.update({ where: { id: second?.id as string }, data: { providerId: other.id } })
  await alerts(clinic)
  await run(clinic, undoBulkJob(admin, { bulkJobId: job }))
  expect(await owners(clinic)).toEqual({ tasks: [lee.id, rosa.id, rosa.id], visits: [lee.id, other.id] })
  const { firstName, lastName } = rosa
  expect(await alerts(clinic)).toEqual([
    [lee.id, '2 patients were assigned to you'],
    [lee.id, `You took over the work of ${firstName} ${lastName}: 1 open task and 1 appointment`],
  ])
})

test('an action that was cancelled alerts, too, and the alert for one patient names the patient', async ({
  clinic,
}) => {
  const { admin, rosa, patients, input } = await setUp(clinic)
  const { id: bulkJobId } = await assignPatients(admin, input)
  // The process is stopped after the first patient.
  const answers = [false, true]
  const stopping = {
    get aborted() {
      return answers.shift()
    },
  } as AbortSignal
  await workOnBulkJob(clinic.anonymous(), { jobId: bulkJobId }, stopping)
  expect(await alerts(clinic), 'the action goes on later').toEqual([])
  await cancelBulkJob(admin, { bulkJobId })
  const [first] = patients
  expect(await alerts(clinic)).toEqual([
    [rosa.id, `${first?.firstName} ${first?.lastName} was assigned to you`],
  ])
})

test('a task for several patients sends its assignee one alert, and none to its author', async ({
  clinic,
}) => {
  const { admin, rosa, patients, selection, input } = await setUp(clinic)
  await run(clinic, assignPatients(admin, input))
  await alerts(clinic)
  const task = { title: 'Call back', assignedTo: rosa.id }
  await run(clinic, addTaskToPatients(admin, { selection, ...task }))
  expect(await alerts(clinic)).toEqual([[rosa.id, '2 tasks were assigned to you: Call back']])
  const one = { selection: { patientIds: [patients[1]?.id as string] } }
  await run(clinic, addTaskToPatients(admin, { ...one, ...task }))
  expect(await alerts(clinic)).toEqual([[rosa.id, 'A task was assigned to you: Call back']])
  await run(clinic, addTaskToPatients(admin, { selection, ...task, assignedTo: admin.actor.id }))
  expect(await alerts(clinic)).toEqual([])
})

test('a preview counts the work of the present assignees and names them', async ({ clinic }) => {
  const { admin, lee, rosa, patients, input } = await setUp(clinic)
  const staff = await clinic.user()
  const other = { patientId: patients[0]?.id as string, assignedToId: staff.id, createdById: staff.id }
  await clinic.db.task.create({ data: { ...other, title: 'Of someone else' } })
  const counts = { openTaskCount: 2, appointmentCount: 2, formerAssignees: [{ id: lee.id }] }
  expect(await previewAssignment(admin, input)).toMatchObject(counts)
  expect(await previewAssignment(admin, { ...input, assignedAttorney: staff.id })).toMatchObject(counts)
  const none = { openTaskCount: 0, appointmentCount: 0, formerAssignees: [] }
  expect(await previewAssignment(admin, { ...input, assignedAttorney: lee.id })).toMatchObject(none)
  expect(await previewAssignment(admin, { ...input, assignedAttorney: 'none' })).toMatchObject(none)
  await run(clinic, assignPatients(admin, { ...input, transfersWork: true }))
  expect(await previewAssignment(admin, { ...input, assignedAttorney: lee.id })).toMatchObject({
    ...counts,
    formerAssignees: [{ id: rosa.id }],
  })
})
