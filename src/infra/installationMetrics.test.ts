import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { Registry } from 'prom-client'
import { expect, onTestFinished } from 'vitest'
import { signHead } from '#operations/evidence/signHead.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { openPool } from './applicationPool.ts'
import { freeBytes, readInstallationFacts, readQueuedJobs } from './installationFacts.ts'
import { type InstallationSources, measureInstallation } from './installationMetrics.ts'

const guide = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8')

const noFacts = async () => {
  throw new Error('The database is away')
}

/** The samples of Caseload's own metrics, by name and labels. */
async function scrape(sources: Partial<InstallationSources>): Promise<Record<string, number>> {
  const register = new Registry()
  measureInstallation([register], {
    version: '1.2.3',
    facts: noFacts,
    jobs: noFacts,
    freeBytes: async () => null,
    ...sources,
  })
  const lines = (await register.metrics()).split('\n').filter((line) => line.startsWith('caseload_'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('the metrics have the failed e-mails, waiting scans, backup, audit check, anchors and jobs of the database', async ({
  clinic,
  database,
}) => {
  const uploadedBy = await clinic.user()
  const patient = await clinic.patient()
  await clinic.db.patientRecord.create({
    data: {
      patientId: patient.id,
      fileName: 'mri.pdf',
      filePath: 'mri',
      fileSize: 1,
      mimeType: 'application/pdf',
      uploadedById: uploadedBy.id,
      nextScanAt: clinic.now,
    },
  })
  await clinic.db.mailMessage.create({
    data: { kind: 'alert', toAddress: 'ada@clinic.example', state: 'failed' },
  })
  const owner = new Pool({ connectionString: database.ownerUrl })
  const app = openPool(database.ownerUrl)
  onTestFinished(async () => {
    await Promise.all([owner.end(), app.end()])
  })
  await asOwner(database, async (client) => {
    await client.query(
      "INSERT INTO audit_checks (id, checked_at, rows, is_intact, heads) VALUES (gen_random_uuid(), '2026-11-24T07:17:00Z', 5, false, '{}')",
    )
    await client.query(
      "INSERT INTO audit_logs (id, action, resource_type, created_at) VALUES (gen_random_uuid(), 'created', 'backup', '2026-11-24T03:00:00Z')",
    )
    await signHead(clinic.anonymous())
    await client.query(
      `INSERT INTO evidence_time_stamps (log_id, head_number, service, stamped_at, response)
       SELECT log_id, number, 'tsa.example', '2026-11-24T05:00:00Z', '\\x01' FROM evidence_heads`,
    )
    await client.query(
      `INSERT INTO evidence_locked_copies (log_id, head_number, copied_at, locked_until)
       SELECT log_id, number, '2026-11-24T06:00:00Z', '2032-11-24T06:00:00Z' FROM evidence_heads`,
    )
    await client.query(
      "SELECT graphile_worker.add_job('deliver_mail', '{}', run_at => now() - interval '90 seconds')",
    )
    await client.query(
      "SELECT graphile_worker.add_job('tell_task_due', '{}', run_at => now() + interval '1 day')",
    )
    await client.query("SELECT graphile_worker.add_job('scan_records', '{}', max_attempts => 1)")
    await client.query(
      'UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE max_attempts = 1',
    )
  })
  const found = await scrape({
    facts: () => readInstallationFacts(app),
    jobs: () => readQueuedJobs(owner),
    freeBytes: () => freeBytes('/'),
  })
  expect(found).toMatchObject({
    'caseload_build_info{version="1.2.3"}': 1,
    caseload_database_up: 1,
    caseload_mail_failed: 1,
    caseload_records_waiting_for_scan: 1,
    caseload_last_backup_timestamp_seconds: Date.parse('2026-11-24T03:00:00Z') / 1000,
    caseload_last_audit_check_timestamp_seconds: Date.parse('2026-11-24T07:17:00Z') / 1000,
    caseload_audit_log_intact: 0,
    caseload_last_time_stamp_timestamp_seconds: Date.parse('2026-11-24T05:00:00Z') / 1000,
    caseload_last_locked_copy_timestamp_seconds: Date.parse('2026-11-24T06:00:00Z') / 1000,
    'caseload_jobs_due{kind="deliver_mail"}': 1,
    'caseload_jobs_failed{kind="scan_records"}': 1,
    'caseload_jobs_due{kind="scan_records"}': 0,
  })
  expect(found['caseload_job_oldest_due_seconds{kind="deliver_mail"}']).toBeGreaterThanOrEqual(90)
  expect(found.caseload_record_storage_free_bytes).toBeGreaterThan(0)
  expect(Object.keys(found).filter((name) => name.includes('tell_task_due'))).toEqual([])

  const [, again = ''] = /```sql\n(select graphile_worker\.reschedule_jobs[^`]+)```/.exec(guide) ?? []
  await asOwner(database, (client) => client.query(again))
  const kinds = await readQueuedJobs(owner)
  expect(kinds.map(({ kind, due, failed }) => [kind, due, failed])).toContainEqual(['scan_records', 1, 0])
})

test('without a database the metrics say so, and have no sample of what cannot be read', async () => {
  expect(await scrape({})).toEqual({ 'caseload_build_info{version="1.2.3"}': 1, caseload_database_up: 0 })
})
