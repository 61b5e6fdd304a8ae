import { expect } from 'vitest'
import type { TestClinic } from '#testing/clinic.ts'
import { test } from '#testing/test.ts'
import { addTask } from './addTask.ts'
import { editTask } from './editTask.ts'
import { listTasks } from './listTasks.ts'

async function people(clinic: TestClinic) {
  const [staff, attorney, other] = [
    await clinic.user(),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  return { staff, attorney, other, patient }
}

const titles = async (clinic: TestClinic, user: Parameters<TestClinic['as']>[0], open = false) =>
  (await listTasks(clinic.as(user), { open }, {})).rows.map(({ node }) => node.title)

test('tasks stand by due date, then by urgency, and those without a date come last', async ({ clinic }) => {
  const { staff } = await people(clinic)
  const add = (title: string, rest: object = {}) =>
    addTask(clinic.as(staff), { title, assignedTo: staff.id, ...rest } as never)
  await add('whenever')
  await add('tomorrow', { dueDate: '2026-01-06T22:00:00.000Z' })
  await add('today', { dueDate: '2026-01-05T22:00:00.000Z', priority: 'low' })
  await add('today, urgent', { dueDate: '2026-01-05T22:00:00.000Z', priority: 'urgent' })
  expect(await titles(clinic, staff)).toEqual(['today, urgent', 'today', 'tomorrow', 'whenever'])

  const first = await listTasks(clinic.as(staff), {}, { first: 2 })
  const next = await listTasks(clinic.as(staff), {}, { first: 2, after: first.rows[1]?.cursor })
  expect(next.rows.map(({ node }) => node.title)).toEqual(['tomorrow', 'whenever'])
})

test('the moment of completion is the server’s, and reopening clears it', async ({ clinic }) => {
  const { staff } = await people(clinic)
  const task = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id })
  const edit = (changes: object) => editTask(clinic.as(staff), { taskId: task.id, ...changes } as never)

  const done = await edit({ status: 'completed', completedAt: '1999-01-01T00:00:00.000Z' })
  expect(done).toMatchObject({ status: 'completed', completedAt: clinic.now })
  await expect(edit({ status: 'cancelled' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await edit({ status: 'pending' })).toMatchObject({ status: 'pending', completedAt: null })
  expect(await titles(clinic, staff, true)).toEqual(['Call'])
})

test('an attorney sees the tasks on their patients and their own, and of others nothing', async ({
  clinic,
}) => {
  const { staff, attorney, other, patient } = await people(clinic)
  const add = (title: string, rest: object) => addTask(clinic.as(staff), { title, ...rest } as never)
  await add('on the patient', { assignedTo: staff.id, patientId: patient.id })
  await add('own', { assignedTo: attorney.id })
  const hidden = await add('of another', { assignedTo: other.id })
  expect((await titles(clinic, attorney)).sort()).toEqual(['on the patient', 'own'])
  expect(await titles(clinic, other)).toEqual(['of another'])
  const edit = editTask(clinic.as(attorney), { taskId: hidden.id, title: 'Mine' })
  await expect(edit).rejects.toMatchObject({ code: 'not_found' })
})

test('a task on a patient is not given to an attorney who does not have that patient', async ({ clinic }) => {
  const { staff, attorney, other, patient } = await people(clinic)
  const give = (assignedTo: string) =>
    addTask(clinic.as(staff), { title: 'Read file', patientId: patient.id, assignedTo })
  await expect(give(other.id)).rejects.toMatchObject({
    fields: { assignedTo: 'This attorney does not have this patient' },
  })
  await give(attorney.id)
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'task_assigned', userId: attorney.id }])
})

test('after a reassignment the tasks on the patient vanish from the old attorney’s view', async ({
  clinic,
}) => {
  const { staff, attorney, other, patient } = await people(clinic)
  await addTask(clinic.as(staff), { title: 'Read file', patientId: patient.id, assignedTo: attorney.id })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: other.id } })
  expect(await titles(clinic, attorney)).toEqual([])
  expect(await titles(clinic, other)).toEqual(['Read file'])
})

test('an edit tells what became another, and one that names no field is refused', async ({ clinic }) => {
  const { staff } = await people(clinic)
  const task = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id })
  const edit = (changes: object) => editTask(clinic.as(staff), { taskId: task.id, ...changes } as never)
  for (const nothing of [{}, { completedAt: '2026-01-05T15:00:00.000Z' }, { status: null, priority: null }])
    await expect(edit(nothing)).rejects.toMatchObject({ code: 'invalid', message: 'Nothing to change' })

  clinic.now = new Date('2026-01-05T15:01:00Z')
  expect(await edit({ title: 'Call', status: 'pending' })).toMatchObject({ updatedAt: task.updatedAt })
  await edit({ title: 'Call', priority: 'high', status: 'completed' })
  const rows = await clinic.db.auditLog.findMany({ where: { createdAt: clinic.now }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['viewed', null],
    ['updated', { fields: ['priority', 'status', 'completedAt'], status: 'completed' }],
  ])
})
