import { describe, expect } from 'vitest'
import { type TestClinic, withAnyInput } from '#tests/support/clinic.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { asOwner, withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { addTask } from './addTask.ts'
import { alertTaskDue } from './alertTaskDue.ts'
import { editTask } from './editTask.ts'

const due = new Date('2026-01-05T17:00:00.000Z')
const later = new Date('2026-01-06T17:00:00.000Z')

/** A task that an administrator gave to staff and that is due at noon. */
async function setUpTask(clinic: TestClinic, values: object = {}) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const staff = await clinic.user()
  const task = await addTask(admin, {
    title: 'Call back',
    assignedTo: staff.id,
    dueDate: due.toISOString(),
    ...values,
  })
  const edit = (changes: object) => withAnyInput(editTask)(admin, { taskId: task.id, ...changes })
  const runAlert = () => alertTaskDue(clinic.anonymous(), { taskId: task.id })
  const alerts = () => clinic.db.alert.findMany({ where: { type: 'task_due' } })
  return { admin, staff, task, edit, runAlert, alerts }
}

describe('a due date', () => {
  test('queues a job for that time, and moving the date moves the job', async ({ clinic, database }) => {
    const { task, edit } = await setUpTask(clinic)
    const job = { task: 'tell_task_due', key: `task_due:${task.id}`, payload: { taskId: task.id } }
    expect(await queuedJobs(database)).toEqual([{ ...job, runAt: due }])
    await edit({ dueDate: later.toISOString() })
    expect(await queuedJobs(database)).toEqual([{ ...job, runAt: later }])
  })

  test('that is missing queues no job', async ({ clinic, database }) => {
    await setUpTask(clinic, { dueDate: null })
    expect(await queuedJobs(database)).toEqual([])
  })

  test('is queued again when the task is reopened', async ({ clinic, database }) => {
    const { edit } = await setUpTask(clinic)
    await edit({ status: 'completed' })
    // The job found the task done and is gone.
    await asOwner(database, (owner) => owner.query('DELETE FROM graphile_worker._private_jobs'))
    await edit({ title: 'Call back today' })
    expect(await queuedJobs(database)).toEqual([])
    await edit({ status: 'pending' })
    expect(await queuedJobs(database)).toMatchObject([{ runAt: due }])
  })
})

describe('when a task is due', () => {
  test('the assignee is alerted, and the audit log names the system as actor', async ({ clinic }) => {
    const patient = await clinic.patient()
    const { staff, task, runAlert, alerts } = await setUpTask(clinic, { patientId: patient.id })
    clinic.now = due
    expect(await runAlert()).toBe(true)
    expect(await alerts()).toMatchObject([
      {
        userId: staff.id,
        patientId: patient.id,
        message: 'Due now: Call back',
        isRead: false,
        emailSent: false,
      },
    ])
    expect(await clinic.db.task.findUnique({ where: { id: task.id } })).toMatchObject({ dueToldAt: due })
    const rows = await clinic.db.auditLog.findMany({ where: { action: 'updated' } })
    expect(rows).toMatchObject([
      { userId: null, resourceType: 'task', resourceId: task.id, details: { fields: ['dueToldAt'] } },
    ])
  })

  test('they are alerted once, however often the job runs, even concurrently', async ({ clinic }) => {
    const { runAlert, alerts } = await setUpTask(clinic)
    clinic.now = due
    const outcomes = await Promise.all([runAlert(), runAlert(), runAlert()])
    expect(outcomes.toSorted()).toEqual([false, false, true])
    expect(await runAlert()).toBe(false)
    expect(await alerts()).toHaveLength(1)
  })

  test('an alert that cannot be audited is not sent, and is sent by the next run', async ({
    clinic,
    database,
  }) => {
    const { runAlert, alerts } = await setUpTask(clinic)
    clinic.now = due
    await withoutAudit(database, () => expect(runAlert()).rejects.toThrow(/audit_logs/))
    expect(await alerts()).toEqual([])
    expect(await runAlert()).toBe(true)
  })

  test.for(['completed', 'cancelled'])('a task that is %s sends no alert', async (status, { clinic }) => {
    const { edit, runAlert, alerts } = await setUpTask(clinic)
    await edit({ status })
    clinic.now = due
    expect(await runAlert()).toBe(false)
    expect(await alerts()).toEqual([])
  })

  test('a moved date triggers one more alert at its own time', async ({ clinic }) => {
    const { edit, runAlert, alerts } = await setUpTask(clinic)
    clinic.now = due
    await runAlert()
    await edit({ dueDate: due.toISOString() })
    expect(await runAlert(), 'the same date again').toBe(false)
    await edit({ dueDate: later.toISOString() })
    expect(await runAlert(), 'too early').toBe(false)
    clinic.now = later
    expect(await runAlert()).toBe(true)
    expect(await alerts()).toHaveLength(2)
  })

  test('an attorney gets no alert about a patient they no longer have', async ({ clinic }) => {
    const attorney = await clinic.user({ role: 'attorney' })
    const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
    const { runAlert, alerts } = await setUpTask(clinic, { patientId: patient.id, assignedTo: attorney.id })
    await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: null } })
    clinic.now = due
    expect(await runAlert()).toBe(false)
    expect(await alerts()).toEqual([])
  })
})
