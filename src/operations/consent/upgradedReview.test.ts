import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, PAT, FORM, NONE] = [1, 2, 3, 4].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release with a patient whose signed form waits for a review. */
const before = `
  INSERT INTO users (id, email, first_name, last_name, role)
    VALUES ('${ADA}', 'ada@clinic.test', 'Ada', 'Moss', 'admin');
  INSERT INTO patients (id, first_name, last_name, email, created_by, updated_at)
    VALUES ('${PAT}', 'Maren', 'Lindqvist', 'maren@example.test', '${ADA}', now());
  INSERT INTO consent_requests (id, patient_id, sent_by, provider, state, idempotency_key, document, document_sha256,
      template_version, opened_at, closed_at, expires_at)
    VALUES ('${FORM}', '${PAT}', '${ADA}', 'built_in', 'declined', '${FORM}', '{}', repeat('0', 64), '1', now(), now(), now());
  UPDATE patients SET review_request_id = '${FORM}'`

const KEY = '20261127071000_review_request_key'

test('an upgrade keeps the form that waits for a review, and from then on it must exist', async () => {
  await withDatabaseBefore(KEY, async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT review_request_id FROM patients')).toEqual([{ review_request_id: FORM }])
    await expect(ask(`UPDATE patients SET review_request_id = '${NONE}'`)).rejects.toMatchObject({
      constraint: 'patients_review_request_id_fkey',
    })
    await expect(ask('DELETE FROM consent_requests')).rejects.toThrow(/foreign key/)
  })
})

test('an upgrade stops at a patient whose waiting form does not exist, and changes nothing', async () => {
  await withDatabaseBefore(KEY, async ({ ask, upgrade }) => {
    await ask(before)
    await ask(`UPDATE patients SET review_request_id = '${NONE}'`)
    await expect(upgrade()).rejects.toThrow(KEY)
    expect(await ask('SELECT review_request_id FROM patients')).toEqual([{ review_request_id: NONE }])
  })
})
