import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, LENA, JOB] = [1, 2, 3].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release: an administrator and a patient. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role, kind) VALUES
    ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin', 'person');
  INSERT INTO patients (id, first_name, last_name, email, created_by, updated_at, consent_signed_at) VALUES
    ('${LENA}', 'Lena', 'Hart', 'lena@example.test', '${ADA}', now(), '2026-01-02T05:00:00Z')`

const jobWith = (rows: number) => `
  INSERT INTO bulk_jobs (id, requested_by, kind, choices, rows_total)
    VALUES (gen_random_uuid(), '${ADA}', 'export', '{}', ${rows})`

test('the upgrade keeps patients and lets the application run bounded bulk jobs', async () => {
  await withDatabaseBefore('20261124010000_bulk_jobs', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT first_name AS name, consent_signed_at AS signed FROM patients')).toEqual([
      { name: 'Lena', signed: new Date('2026-01-02T05:00:00Z') },
    ])
    await ask(`SET ROLE caseload_app;
      INSERT INTO bulk_jobs (id, requested_by, kind, choices, rows_total) VALUES ('${JOB}', '${ADA}', 'export', '{}', 1);
      INSERT INTO bulk_job_rows (job_id, position, patient_id) VALUES ('${JOB}', 0, '${LENA}')`)
    await expect(ask(jobWith(1)), 'one running job per user').rejects.toThrow(/bulk_jobs_one_running/)
    await ask(`SET ROLE caseload_app; UPDATE bulk_jobs SET state = 'finished', done = 1`)
    for (const rows of [0, 1001]) await expect(ask(jobWith(rows))).rejects.toThrow(/bulk_jobs_is_bounded/)
    await ask('SET ROLE caseload_app; DELETE FROM bulk_jobs')
    expect(await ask('SELECT FROM bulk_job_rows')).toEqual([])
  })
})
