import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [SAM, RAE, PATIENT, FIRST, SECOND] = [1, 2, 3, 4, 5].map(
  (n) => `01a20516-c696-75b8-8da6-00000000000${n}`,
)

/** A form that was sent, resent and signed in the previous release. */
const before = `
  INSERT INTO users (id, email, first_name, last_name, role) VALUES
    ('${SAM}', 'sam@clinic.test', 'Sam', 'Okoye', 'staff'), ('${RAE}', 'rae@clinic.test', 'Rae', 'Stone', 'attorney');
  INSERT INTO patients (id, first_name, last_name, email, status, assigned_attorney, created_by, updated_at)
    VALUES ('${PATIENT}', 'Maren', 'Lindqvist', 'maren@example.test', 'consent_signed', '${RAE}', '${SAM}', now());
  INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
      template_version, sent_by, sent_at, expires_at, closed_at, opened_at, signer_name, disclosure_version,
      replaces_id)
  VALUES
    ('${FIRST}', '${PATIENT}', 'voided', 'built_in', gen_random_uuid(), '{}', '', '1', '${SAM}', '2026-01-01Z', now(), '2026-01-03Z',
      NULL, NULL, NULL, NULL),
    ('${SECOND}', '${PATIENT}', 'signed', 'built_in', gen_random_uuid(), '{}', '', '1', '${SAM}', '2026-01-03Z', now(), '2026-01-07Z',
      '2026-01-07Z', 'Maren', '1', '${FIRST}')`

test('forms signed in the previous release are in the reports after the upgrade', async () => {
  await withDatabaseBefore('20261124030000_reports', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT * FROM consent_signatures')).toEqual([
      {
        request_id: SECOND,
        patient_id: PATIENT,
        template_id: null,
        assignee_key: RAE,
        sent_at: new Date('2026-01-01'),
        signed_at: new Date('2026-01-07'),
      },
    ])
  })
})
