import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { listPatients } from '#operations/patients/listPatients.ts'
import { listTasks } from '#operations/tasks/listTasks.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { listAlerts } from '../alerts/alerts.ts'
import { readCounts } from './readCounts.ts'

type User = Awaited<ReturnType<TestClinic['user']>>

/** Patients, tasks and alerts of two attorneys and without an attorney. */
async function busy(clinic: TestClinic): Promise<User[]> {
  const people: User[] = []
  for (const role of ['admin', 'staff', 'attorney', 'attorney'] as const)
    people.push(await clinic.user({ role }))
  const patients: (string | null)[] = [null]
  for (const assignedAttorneyId of [people[2]?.id ?? '', people[3]?.id ?? '', null])
    for (const status of ['pending_consent', 'consent_sent', 'dropped'] as const)
      patients.push((await clinic.patient({ assignedAttorneyId, status })).id)
  await clinic.db.patient.updateMany({
    where: { status: { in: ['consent_sent', 'dropped'] } },
    data: { reviewRequestId: randomUUID() },
  })
  const each = patients.flatMap((patientId) => people.map(({ id }) => ({ id, patientId })))
  await clinic.db.task.createMany({
    data: each.flatMap(({ id, patientId }) =>
      (['pending', 'in_progress', 'completed'] as const).map((status) => ({
        ...{ title: 'Call', status, patientId, assignedToId: id, createdById: id },
      })),
    ),
  })
  await clinic.db.alert.createMany({
    data: each.flatMap(({ id, patientId }) =>
      [true, false].map((isRead) => ({
        ...{ type: 'task_due' as const, userId: id, patientId, message: 'Due now', isRead },
      })),
    ),
  })
  return people
}

test('the counts are those of the lists, for everybody', async ({ clinic }) => {
  for (const person of await busy(clinic)) {
    const ctx = clinic.as(person)
    const all = { first: 100 }
    const unsigned = await Promise.all(
      (['pending_consent', 'consent_sent'] as const).map((status) => listPatients(ctx, { status }, all)),
    )
    const counts = await readCounts(ctx, {})
    expect(counts, person.role).toEqual({
      patients: (await listPatients(ctx, {}, all)).rows.length,
      unsignedConsents: unsigned.flatMap(({ rows }) => rows).length,
      openTasks: (await listTasks(ctx, { open: true }, all)).rows.length,
      unreadAlerts: (await listAlerts(ctx, {})).unreadCount,
      formsToReview: (await listPatients(ctx, { needsReview: true }, all)).rows.length,
    })
    expect(Object.values(counts), 'so that the comparison says something').not.toContain(0)
  }
})

test('an empty clinic counts nothing, in one statement', async ({ clinic }) => {
  const ctx = clinic.as(await clinic.user())
  const statements = await statementsOf(async () => {
    expect(await readCounts(ctx, {})).toEqual({
      patients: 0,
      unsignedConsents: 0,
      openTasks: 0,
      unreadAlerts: 0,
      formsToReview: 0,
    })
  })
  expect(work(statements)).toHaveLength(1)
})
