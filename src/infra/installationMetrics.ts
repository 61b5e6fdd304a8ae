import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { InstallationFacts, QueuedJobs } from './installationFacts.ts'

/** Reads what all processes of a clinic share. */
export type InstallationSources = {
  version: string
  facts: () => Promise<InstallationFacts>
  jobs: () => Promise<QueuedJobs[]>
  /** `null` if records are in a bucket. */
  freeBytes: () => Promise<number | null>
}

/** How long a reading may take, and how long its result serves other scrapes. */
const READING_MS = 3000
const KEPT_MS = 5000

/**
 * Adds the metrics of the installation. Each process reports the same values. If a value cannot be read or does not exist
 * yet, its metric has no sample.
 */
export function measureInstallation(registers: Registry[], sources: InstallationSources): void {
  const { version } = sources
  new Gauge({
    name: 'caseload_build_info',
    help: 'The version of Caseload; the value is always 1',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const facts = shared(sources.facts)
  const jobs = shared(sources.jobs)
  const gauge = (name: string, help: string, read: () => Promise<number | null | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read()
        if (value === null || value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('caseload_database_up', 'Whether this process can read the database', async () =>
    (await facts()) ? 1 : 0,
  )
  gauge(
    'caseload_mail_failed',
    'E-mails that could not be delivered',
    async () => (await facts())?.failedMail,
  )
  gauge(
    'caseload_records_waiting_for_scan',
    'Records that wait for a scan',
    async () => (await facts())?.waitingScans,
  )
  gauge(
    'caseload_last_backup_timestamp_seconds',
    'When the last complete backup was made',
    async () => (await facts())?.backupAt,
  )
  gauge(
    'caseload_last_trial_restore_timestamp_seconds',
    'When a backup was last restored for trial',
    async () => (await facts())?.trialRestoreAt,
  )
  gauge(
    'caseload_last_audit_check_timestamp_seconds',
    'When the audit log was last verified',
    async () => (await facts())?.auditCheckedAt,
  )
  gauge('caseload_audit_log_intact', 'Whether the last check found the audit log intact', async () => {
    const isIntact = (await facts())?.isAuditIntact ?? null
    return isIntact === null ? null : Number(isIntact)
  })
  gauge(
    'caseload_last_tree_head_timestamp_seconds',
    'When the newest tree head of the audit log was signed',
    async () => (await facts())?.treeHeadAt,
  )
  gauge(
    'caseload_last_time_stamp_timestamp_seconds',
    'When an outside service last stamped a tree head',
    async () => (await facts())?.timeStampAt,
  )
  gauge(
    'caseload_last_locked_copy_timestamp_seconds',
    'When a tree head was last copied to the bucket with Object Lock',
    async () => (await facts())?.lockedCopyAt,
  )
  gauge(
    'caseload_record_storage_free_bytes',
    'Free disk space for record files; no sample for a bucket',
    sources.freeBytes,
  )
  measureJobs(registers, jobs)
}

function measureJobs(registers: Registry[], jobs: () => Promise<QueuedJobs[] | null>): void {
  const byKind = (name: string, help: string, measure: (one: QueuedJobs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        const found = (await jobs()) ?? []
        this.reset()
        for (const one of found) this.set({ kind: one.kind }, measure(one))
      },
    })
  byKind('caseload_jobs_due', 'Jobs that are due or running, by kind', ({ due }) => due)
  byKind('caseload_jobs_failed', 'Jobs that are not tried again, by kind', ({ failed }) => failed)
  byKind(
    'caseload_job_oldest_due_seconds',
    'Time since the oldest due job was due, by kind',
    ({ oldestSeconds }) => oldestSeconds,
  )
}

/** Reads at most once every five seconds, whatever the number of metrics and scrapes. `null` if it fails. */
function shared<T>(read: () => Promise<T>): () => Promise<T | null> {
  let latest: Promise<T | null> | undefined
  let usableUntil = 0
  return () => {
    if (latest && performance.now() < usableUntil) return latest
    usableUntil = performance.now() + KEPT_MS
    latest = Promise.race([read().catch(() => null), delay(READING_MS, null, { ref: false })])
    return latest
  }
}
