import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import { prepareRequest } from '#operations/consent/prepareRequest.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { connected, newcomer } from '#tests/support/webhooks.ts'
import { startJobs } from './jobs.ts'

async function atWork({ instances }: TestClinic, { ownerUrl }: TestDatabase) {
  const jobs = await startJobs(instances, ownerUrl, pino({ level: 'silent' }))
  onTestFinished(jobs.stop)
}

test('a due task is announced once, by the workers of any number of servers', async ({
  clinic,
  database,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const staff = await clinic.user()
  await atWork(clinic, database)
  await atWork(clinic, database)
  // Due by the clinic's clock, and long ago by the clock of the database, which starts the job.
  await addTask(admin, { title: 'Call back', assignedTo: staff.id, dueDate: clinic.now.toISOString() })
  await expect.poll(() => queuedJobs(database)).toEqual([])
  const alerts = await clinic.db.alert.findMany({ where: { type: 'task_due' } })
  expect(alerts).toMatchObject([{ userId: staff.id, message: 'Due now: Call back' }])
})

test('a change wakes the webhooks of any number of servers, and each change is sent once', async ({
  clinic,
  database,
}) => {
  const { receiver, staff } = await connected(clinic)
  await atWork(clinic, database)
  await atWork(clinic, database)
  for (const lastName of ['Hopper', 'Noether', 'Curie']) {
    const { id } = await addPatient(staff, newcomer(lastName))
    await expect.poll(() => receiver.changes().at(-1)?.resourceId, { timeout: 5_000 }).toBe(id)
  }
  await expect.poll(() => queuedJobs(database)).toEqual([])
  expect(receiver.changes()).toHaveLength(3)
})

test('an interrupted consent request is completed by its job a minute later', async ({
  clinic,
  database,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const request = await prepareRequest(clinic.as(staff), patient)
  expect(await queuedJobs(database)).toMatchObject([
    { key: `settle:${request.id}`, runAt: new Date(clinic.now.getTime() + 60_000) },
  ])
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await atWork(clinic, database)
  await expect.poll(() => queuedJobs(database)).toEqual([])
  expect(await clinic.db.consentRequest.findUnique({ where: { id: request.id } })).toMatchObject({
    state: 'sent',
  })
})

test('the queue has the schedule of the jobs', async ({ clinic, database }) => {
  await atWork(clinic, database)
  const { rows } = await asOwner(database, (owner) =>
    owner.query('SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY 1'),
  )
  expect(rows.map(({ identifier }) => identifier)).toEqual(
    expect.arrayContaining(['end_stale_sessions', 'reconcile_consent_requests']),
  )
})
