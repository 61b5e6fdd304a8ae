import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [SAM, MAREN] = [1, 2].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release with a user, a patient and an appointment. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role)
    VALUES ('${SAM}', 'sam@clinic.test', 'hash', 'Sam', 'Okoye', 'staff');
  INSERT INTO patients (id, first_name, last_name, email, phone, created_by, updated_at)
    VALUES ('${MAREN}', 'Maren', 'Lindqvist', 'maren@example.test', '+1 415.555.0132 x7', '${SAM}', now());
  INSERT INTO appointments (id, patient_id, provider_id, scheduled_at, created_by, updated_at)
    VALUES (gen_random_uuid(), '${MAREN}', '${SAM}', '2026-01-14T15:00:00Z', '${SAM}', now())`

test('an upgrade keeps appointments without an arrival, and finds phone numbers as they were typed', async () => {
  await withDatabaseBefore('20261124040000_arrivals', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT status::text, arrived_at FROM appointments')).toEqual([
      { status: 'scheduled', arrived_at: null },
    ])
    expect(await ask('SELECT * FROM dashboard_visits')).toEqual([])
    const [row] = await ask(
      `SELECT right(regexp_replace(regexp_replace(phone, '[[:alpha:]#;].*$', ''), '[^0-9]', '', 'g'), 10) AS digits,
         phone FROM patients`,
    )
    expect(row).toEqual({ digits: '4155550132', phone: '+1 415.555.0132 x7' })
  })
})
