import type { Client } from 'pg'
import { z } from 'zod'

/** A job that waits or runs, as it was asked for. */
export const waitingJob = z.object({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  runAt: z.string(),
  key: z.string().nullable(),
  priority: z.number(),
  maxAttempts: z.number(),
})
type WaitingJob = z.infer<typeof waitingJob>

/**
 * Jobs are carried as what was asked for and not as rows: the tables of the queue belong to another program and its
 * version. Each may run twice by design, so one that was running is asked for again; what was asked for by the clock
 * comes with the clock, and an export of everything is not written anew in another place.
 */
const jobsSql = `
  SELECT t.identifier AS task, j.payload, q.queue_name AS queue, j.run_at::text AS "runAt", j.key,
         j.priority::int AS priority, j.max_attempts::int AS "maxAttempts"
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
   WHERE (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL) AND t.identifier <> 'write_data_export'
   ORDER BY j.id`

/** The jobs of the queue; none where there is no queue yet. */
export async function waitingJobsOf(client: Client): Promise<WaitingJob[]> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS found",
  )
  return rows[0]?.found ? (await client.query<WaitingJob>(jobsSql)).rows : []
}

/** Asks for the jobs anew. */
export async function askForJobs(client: Client, jobs: readonly WaitingJob[]): Promise<void> {
  for (const { task, payload, queue, runAt, key, priority, maxAttempts } of jobs)
    await client.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, job_key => $5,
         priority => $6::int, max_attempts => $7::int)`,
      [task, JSON.stringify(payload), queue, runAt, key, priority, maxAttempts],
    )
}
