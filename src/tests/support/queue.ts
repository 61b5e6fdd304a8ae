import type { AccountLock } from '#operations/enqueue.ts'
import { recordAccountLock } from '#operations/sessions/recordAccountLock.ts'
import type { TestClinic } from './clinic.ts'
import type { TestDatabase } from './database.ts'
import { asOwner } from './rights.ts'

export type QueuedJob = { task: string; key: string; runAt: Date; payload: object }

/** The waiting jobs, in the order of their time. */
export const queuedJobs = (database: TestDatabase): Promise<QueuedJob[]> =>
  asOwner(database, async (owner) => {
    const { rows } = await owner.query<QueuedJob>(
      `SELECT tasks.identifier AS task, jobs.key, jobs.run_at AS "runAt", jobs.payload
       FROM graphile_worker._private_jobs jobs JOIN graphile_worker._private_tasks tasks ON tasks.id = jobs.task_id
       ORDER BY jobs.run_at, jobs.id`,
    )
    return rows
  })

/** Runs the waiting jobs that send alerts about locked accounts. Leaves the others. */
export async function runAccountLockJobs(clinic: TestClinic, database: TestDatabase): Promise<void> {
  const { rows } = await asOwner(database, (owner) =>
    owner.query<{ payload: AccountLock }>(
      `DELETE FROM graphile_worker._private_jobs jobs USING graphile_worker._private_tasks tasks
       WHERE tasks.id = jobs.task_id AND tasks.identifier = 'tell_account_locked' RETURNING jobs.payload`,
    ),
  )
  for (const { payload } of rows) await recordAccountLock(clinic.anonymous(), payload)
}
