import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'

/** The state of what all processes of a clinic share. Times are in seconds since 1970, and `null` if there is none yet. */
export type InstallationFacts = {
  failedMail: number
  /** Records that wait for a scan, or for another one. */
  waitingScans: number
  /** When the last complete backup was made. Caseload does not learn whether the file was kept. */
  backupAt: number | null
  /** When a backup was last restored for trial. */
  trialRestoreAt: number | null
  auditCheckedAt: number | null
  isAuditIntact: boolean | null
  /** The time of the newest signed tree head. */
  treeHeadAt: number | null
  /** When an outside service last stamped a tree head. */
  timeStampAt: number | null
  /** When a tree head was last copied to the bucket with Object Lock. */
  lockedCopyAt: number | null
}

/** The jobs of one kind. */
export type QueuedJobs = {
  kind: string
  /** Jobs that are due, running ones included. */
  due: number
  /** Jobs that failed so often that they are not tried again. */
  failed: number
  /** Seconds since the oldest due job was due. */
  oldestSeconds: number
}

/** Nothing is counted beyond this number, so that a scrape has a bounded cost. */
const COUNTED_MAX = 10_000

/** Reads the state of the installation in one statement, each part from an index and at most 10,000 rows. */
export async function readInstallationFacts(pool: Pool): Promise<InstallationFacts> {
  const { rows } = await pool.query<InstallationFacts>(
    `SELECT
       (SELECT count(*)::int FROM (
         SELECT FROM mail_messages WHERE state = 'failed' LIMIT ${COUNTED_MAX}) AS mail) AS "failedMail",
       (SELECT count(*)::int FROM (
         SELECT FROM patient_records WHERE next_scan_at IS NOT NULL AND deleted_at IS NULL LIMIT ${COUNTED_MAX}) AS scan
       ) AS "waitingScans",
       -- The order makes PostgreSQL use the index on resource types, which has few rows of backups.
       (SELECT extract(epoch FROM created_at)::float FROM audit_logs
         WHERE resource_type = 'backup' AND action = 'created' ORDER BY created_at DESC, id DESC LIMIT 1
       ) AS "backupAt",
       (SELECT extract(epoch FROM created_at)::float FROM audit_logs
         WHERE resource_type = 'trial_restore' ORDER BY created_at DESC, id DESC LIMIT 1) AS "trialRestoreAt",
       (SELECT extract(epoch FROM signed_at)::float FROM evidence_heads ORDER BY signed_at DESC LIMIT 1) AS "treeHeadAt",
       (SELECT extract(epoch FROM max(stamped_at))::float FROM evidence_time_stamps WHERE log_id = log.id) AS "timeStampAt",
       (SELECT extract(epoch FROM copied_at)::float FROM evidence_locked_copies
         WHERE log_id = log.id ORDER BY head_number DESC LIMIT 1) AS "lockedCopyAt",
       audit_check.at AS "auditCheckedAt", audit_check.is_intact AS "isAuditIntact"
     FROM (SELECT) AS always LEFT JOIN (
       SELECT extract(epoch FROM checked_at)::float AS at, is_intact
       FROM audit_checks ORDER BY checked_at DESC LIMIT 1) AS audit_check ON true
     LEFT JOIN (SELECT id FROM evidence_logs ORDER BY created_at DESC LIMIT 1) AS log ON true`,
  )
  if (!rows[0]) throw new Error('PostgreSQL returned no row')
  return rows[0]
}

/** Reads the due and failed jobs by kind, as the owner of the queue. Counts at most 10,000 of each. */
export async function readQueuedJobs(owner: Pool): Promise<QueuedJobs[]> {
  const { rows } = await owner.query<QueuedJobs>(
    `SELECT task.identifier AS kind,
       (count(*) FILTER (WHERE NOT job.is_failed))::int AS due,
       (count(*) FILTER (WHERE job.is_failed))::int AS failed,
       coalesce(extract(epoch FROM now() - min(job.run_at) FILTER (WHERE NOT job.is_failed)), 0)::float AS "oldestSeconds"
     FROM (
       (SELECT task_id, run_at, false AS is_failed FROM graphile_worker._private_jobs
         WHERE attempts < max_attempts AND run_at <= now() ORDER BY run_at LIMIT ${COUNTED_MAX})
       UNION ALL
       (SELECT task_id, run_at, true FROM graphile_worker._private_jobs
         WHERE attempts >= max_attempts LIMIT ${COUNTED_MAX})
     ) AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
     GROUP BY task.identifier`,
  )
  return rows
}

/** The bytes that the application can still write in a folder, or `null` if the folder does not exist. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
