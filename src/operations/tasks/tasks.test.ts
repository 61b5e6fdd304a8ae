import { expect } from 'vitest'
import { type TestClinic, withAnyInput } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { test } from '#tests/support/test.ts'
import { addTask } from './addTask.ts'
import { countTasks } from './countTasks.ts'
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

const titles = async (
  clinic: TestClinic,
  user: Parameters<TestClinic['as']>[0],
  open: boolean | null = null,
) => (await listTasks(clinic.as(user), { open }, {})).rows.map(({ node }) => node.title)

test('tasks are sorted by due date, then priority, and those without a date come last', async ({
  clinic,
}) => {
  const { staff } = await people(clinic)
  const add = (title: string, rest: object = {}) =>
    withAnyInput(addTask)(clinic.as(staff), { title, assignedTo: staff.id, ...rest })
  await add('whenever')
  await add('tomorrow', { dueDate: '2026-01-06T22:00:00.000Z' })
  await add('today', { dueDate: '2026-01-05T22:00:00.000Z', priority: 'low' })
  await add('today, urgent', { dueDate: '2026-01-05T22:00:00.000Z', priority: 'urgent' })
  expect(await titles(clinic, staff)).toEqual(['today, urgent', 'today', 'tomorrow', 'whenever'])

  const first = await listTasks(clinic.as(staff), {}, { first: 2 })
  const next = await listTasks(clinic.as(staff), {}, { first: 2, after: first.rows[1]?.cursor })
  expect(next.rows.map(({ node }) => node.title)).toEqual(['tomorrow', 'whenever'])
})

test('the server sets the completion time, and reopening clears it', async ({ clinic }) => {
  const { staff } = await people(clinic)
  const task = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id })
  const edit = (changes: object) => withAnyInput(editTask)(clinic.as(staff), { taskId: task.id, ...changes })

  const done = await edit({ status: 'completed', completedAt: '1999-01-01T00:00:00.000Z' })
  expect(done).toMatchObject({ status: 'completed', completedAt: clinic.now })
  await expect(edit({ status: 'cancelled' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await edit({ status: 'pending' })).toMatchObject({ status: 'pending', completedAt: null })
  expect(await titles(clinic, staff, true)).toEqual(['Call'])
})

test('an attorney sees the tasks of their patients and their own, and no others', async ({ clinic }) => {
  const { staff, attorney, other, patient } = await people(clinic)
  const add = (title: string, rest: object) => withAnyInput(addTask)(clinic.as(staff), { title, ...rest })
  await add('on the patient', { assignedTo: staff.id, patientId: patient.id })
  await add('own', { assignedTo: attorney.id })
  const hidden = await add('of another', { assignedTo: other.id })
  expect((await titles(clinic, attorney)).sort()).toEqual(['on the patient', 'own'])
  expect(await titles(clinic, other)).toEqual(['of another'])
  const edit = editTask(clinic.as(attorney), { taskId: hidden.id, title: 'Mine' })
  await expect(edit).rejects.toMatchObject({ code: 'not_found' })
})

test('a task on a patient cannot be assigned to an attorney who does not have that patient', async ({
  clinic,
}) => {
  const { staff, attorney, other, patient } = await people(clinic)
  const give = (assignedTo: string) =>
    addTask(clinic.as(staff), { title: 'Read file', patientId: patient.id, assignedTo })
  await expect(give(other.id)).rejects.toMatchObject({
    fields: { assignedTo: 'This patient is not assigned to this attorney' },
  })
  await give(attorney.id)
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'task_assigned', userId: attorney.id }])
})

test('after a reassignment the old attorney no longer sees the patient’s tasks', async ({ clinic }) => {
  const { staff, attorney, other, patient } = await people(clinic)
  await addTask(clinic.as(staff), { title: 'Read file', patientId: patient.id, assignedTo: attorney.id })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: other.id } })
  expect(await titles(clinic, attorney)).toEqual([])
  expect(await titles(clinic, other)).toEqual(['Read file'])
})

test('an edit audits the changed fields, and an edit without fields is rejected', async ({ clinic }) => {
  const { staff } = await people(clinic)
  const task = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id })
  const edit = (changes: object) => withAnyInput(editTask)(clinic.as(staff), { taskId: task.id, ...changes })
  for (const nothing of [{}, { completedAt: '2026-01-05T15:00:00.000Z' }, { status: null, priority: null }])
    await expect(edit(nothing)).rejects.toMatchObject({ code: 'invalid', message: 'Nothing to change' })

  clinic.now = new Date('2026-01-05T15:01:00Z')
  expect(await edit({ title: 'Call', status: 'pending' })).toMatchObject({ updatedAt: task.updatedAt })
  await edit({ title: 'Call', priority: 'high', status: 'completed' })
  const rows = await clinic.db.auditLog.findMany({ where: { createdAt: clinic.now }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['viewed', null],
    ['updated', { ...editOf('priority', 'status', 'completedAt'), status: 'completed' }],
  ])
})

test.for([
  ['2026-01-06T09:30', '2026-01-06T14:30:00.000Z'],
  ['2026-07-06T09:30', '2026-07-06T13:30:00.000Z'],
  ['2026-01-06', '2026-01-06T05:00:00.000Z'],
  ['2026-01-06T09:30:00Z', '2026-01-06T09:30:00.000Z'],
  ['2026-01-06T09:30:00.250-08:00', '2026-01-06T17:30:00.250Z'],
])('a due date written %s is %s to a clinic in New York', async ([written, instant], { clinic }) => {
  const staff = await clinic.user()
  const task = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id, dueDate: written })
  expect(task.dueDate?.toISOString()).toBe(instant)
  const moved = await addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id })
  const edited = await editTask(clinic.as(staff), { taskId: moved.id, dueDate: written })
  expect(edited.dueDate?.toISOString()).toBe(instant)
})

test.for(['soon', '2026-02-30', '2026-01-06T24:00', '2026-01-06T25:00Z', '2026-01-06T', '2026-01-06Z'])(
  'the due date %s is rejected with a message',
  async (dueDate, { clinic }) => {
    const staff = await clinic.user()
    const add = addTask(clinic.as(staff), { title: 'Call', assignedTo: staff.id, dueDate })
    await expect(add).rejects.toMatchObject({ fields: { dueDate: 'Due date must be a date and time' } })
  },
)

test('tasks are counted by the clinic’s days, within each user’s scope', async ({ clinic }) => {
  clinic.now = new Date('2026-01-06T02:00:00Z') // 9 PM on the fifth
  const { staff, attorney, patient } = await people(clinic)
  const add = (rest: object) =>
    withAnyInput(addTask)(clinic.as(staff), { title: 'Call', assignedTo: staff.id, ...rest })
  await add({ dueDate: '2026-01-04T23:59' })
  await add({ dueDate: '2026-01-05', patientId: patient.id })
  await add({ dueDate: '2026-01-05T23:59' })
  await add({ dueDate: '2026-01-06' })
  await add({})
  const done = await add({ dueDate: '2026-01-01' })
  await editTask(clinic.as(staff), { taskId: done.id, status: 'cancelled' })
  expect(await countTasks(clinic.as(staff), {})).toEqual({
    overdue: 1,
    today: 2,
    later: 2,
    done: 1,
    isExact: true,
  })
  const ofAttorney = { overdue: 0, today: 1, later: 0, done: 0, isExact: true }
  expect(await countTasks(clinic.as(attorney), {})).toEqual(ofAttorney)
  expect(await countTasks(clinic.as(staff), { patientId: patient.id })).toEqual(ofAttorney)
})

test('completed tasks are sorted by last change across pages', async ({ clinic }) => {
  const { staff } = await people(clinic)
  for (const title of ['first', 'second', 'third']) {
    const task = await addTask(clinic.as(staff), { title, assignedTo: staff.id })
    clinic.now = new Date(clinic.now.getTime() + 1000)
    await editTask(clinic.as(staff), { taskId: task.id, status: 'completed' })
  }
  await addTask(clinic.as(staff), { title: 'to do', assignedTo: staff.id })
  const first = await listTasks(clinic.as(staff), { open: false }, { first: 2 })
  expect(first.rows.map(({ node }) => node.title)).toEqual(['third', 'second'])
  const next = await listTasks(clinic.as(staff), { open: false }, { after: first.rows[1]?.cursor })
  expect(next.rows.map(({ node }) => node.title)).toEqual(['first'])
})

test('filters combine, and a malformed ID finds nothing', async ({ clinic }) => {
  const { staff, attorney, patient } = await people(clinic)
  const add = (title: string, rest: object) => withAnyInput(addTask)(clinic.as(staff), { title, ...rest })
  await add('his', { assignedTo: attorney.id, patientId: patient.id })
  const begun = await add('begun', { assignedTo: staff.id, patientId: patient.id })
  await add('other', { assignedTo: staff.id })
  await editTask(clinic.as(staff), { taskId: begun.id, status: 'in_progress' })
  const found = async (filters: object) =>
    (await listTasks(clinic.as(staff), filters, {})).rows.map(({ node }) => node.title).sort()
  expect(await found({ patientId: patient.id })).toEqual(['begun', 'his'])
  expect(await found({ patientId: patient.id, assignedTo: staff.id })).toEqual(['begun'])
  expect(await found({ status: 'in_progress' })).toEqual(['begun'])
  expect(await found({ status: 'completed', open: true })).toEqual([])
  expect(await found({ patientId: 'nobody' })).toEqual([])
})
