import { expect } from 'vitest'
import { queuedJobs } from '#tests/support/queue.ts'
import { test } from '#tests/support/test.ts'
import { enqueue } from './enqueue.ts'
import { inTransaction } from './operation.ts'

const taskId = '019a0000-0000-7000-8000-000000000000'
const runAt = new Date('2026-01-06T15:00:00.000Z')

test('a job is queued exactly if the transaction that requests it commits', async ({ clinic, database }) => {
  const change = (isUndone: boolean) =>
    inTransaction(clinic.anonymous(), async (inside) => {
      await enqueue(inside, 'tell_task_due', { taskId }, { runAt, key: 'one' })
      if (isUndone) throw new Error('undone')
    })
  await expect(change(true)).rejects.toThrow('undone')
  expect(await queuedJobs(database)).toEqual([])
  await change(false)
  expect(await queuedJobs(database)).toEqual([
    { task: 'tell_task_due', key: 'one', runAt, payload: { taskId } },
  ])
})

test('the later of two jobs with the same key replaces the earlier one', async ({ clinic, database }) => {
  const later = new Date(runAt.getTime() + 1000)
  for (const at of [later, runAt])
    await enqueue(clinic.anonymous(), 'tell_task_due', { taskId }, { runAt: at, key: 'one' })
  expect(await queuedJobs(database)).toMatchObject([{ runAt }])
})

test('the application can queue jobs but cannot read or change the queue', async ({ clinic }) => {
  for (const sql of [
    'SELECT * FROM graphile_worker.jobs',
    'DELETE FROM graphile_worker._private_jobs',
    "SELECT graphile_worker.add_job('end_stale_sessions')",
  ])
    await expect(clinic.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/)
})
