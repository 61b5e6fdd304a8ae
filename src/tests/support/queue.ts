import { sendPasswordReset } from '#operations/accountLinks/requestPasswordReset.ts'
import type { AccountLock, PasswordResetRequest } from '#operations/enqueue.ts'
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

/** Removes the waiting jobs of a task and returns their payloads. */
async function takeJobs<Payload>(database: TestDatabase, task: string): Promise<Payload[]> {
  const { rows } = await asOwner(database, (owner) =>
    owner.query<{ payload: Payload }>(
      `DELETE FROM graphile_worker._private_jobs jobs USING graphile_worker._private_tasks tasks
       WHERE tasks.id = jobs.task_id AND tasks.identifier = $1 RETURNING jobs.payload`,
      [task],
    ),
  )
  return rows.map(({ payload }) => payload)
}

/** Runs the waiting jobs that send alerts about locked accounts. Leaves the others. */
export async function runAccountLockJobs(clinic: TestClinic, database: TestDatabase): Promise<void> {
  for (const lock of await takeJobs<AccountLock>(database, 'tell_account_locked'))
    await recordAccountLock(clinic.anonymous(), lock)
}

/** Runs the waiting jobs that e-mail links to reset a password. Returns how many there were. */
export async function runPasswordResetJobs(clinic: TestClinic, database: TestDatabase): Promise<number> {
  const requests = await takeJobs<PasswordResetRequest>(database, 'send_password_reset')
  for (const request of requests) await sendPasswordReset(clinic.anonymous(), request)
  return requests.length
}
