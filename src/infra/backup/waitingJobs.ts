import type { Client } from 'pg'
import { z } from 'zod'

/** A waiting or running job, as it was queued. */
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
 * Jobs are stored as requests and not as rows, because the queue's tables belong to another library and its
 * version. Every job may run twice, so a running one is queued again. Scheduled jobs are omitted because the
 * schedule queues them, which also signs tree heads; a full export is not repeated in another place.
 */
const jobsSql = `
  SELECT t.identifier AS task, j.payload, q.queue_name AS queue, j.run_at::text AS "runAt", j.key,
         j.priority::int AS priority, j.max_attempts::int AS "maxAttempts"
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
   WHERE (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL) AND t.identifier NOT IN ('write_data_export', 'sign_tree_head_now')
   ORDER BY j.id`

/** The jobs of the queue; none if there is no queue yet. */
export async function waitingJobsOf(client: Client): Promise<WaitingJob[]> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS found",
  )
  return rows[0]?.found ? (await client.query<WaitingJob>(jobsSql)).rows : []
}

/** Queues the jobs again. */
export async function askForJobs(client: Client, jobs: readonly WaitingJob[]): Promise<void> {
  for (const { task, payload, queue, runAt, key, priority, maxAttempts } of jobs)
    await client.query(
      `SELECT graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4::timestamptz, job_key => $5,
         priority => $6::int, max_attempts => $7::int)`,
      [task, JSON.stringify(payload), queue, runAt, key, priority, maxAttempts],
    )
}
