import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, PATIENT] = [1, 2].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release with an appointment. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role) VALUES
    ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin');
  INSERT INTO patients (id, first_name, last_name, email, created_by) VALUES
    ('${PATIENT}', 'Maren', 'Okafor', 'maren@example.test', '${ADA}');
  INSERT INTO appointments (id, patient_id, provider_id, scheduled_at, created_by)
    VALUES (gen_random_uuid(), '${PATIENT}', '${ADA}', '2026-11-24T15:00:00Z', '${ADA}')`

test('a clinic of the previous release keeps its appointments and starts without working hours', async () => {
  await withDatabaseBefore('20261124020000_working_hours_and_closures', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT scheduled_at FROM appointments')).toEqual([
      { scheduled_at: new Date('2026-11-24T15:00:00Z') },
    ])
    expect(await ask('SELECT 1 FROM working_hours UNION ALL SELECT 1 FROM closures')).toEqual([])
    const hours = (from: number, to: number) =>
      ask(`INSERT INTO working_hours VALUES (gen_random_uuid(), '${ADA}', 1, ${from}, ${to})`)
    await hours(540, 720)
    await hours(720, 1440)
    await expect(hours(600, 660)).rejects.toThrow(/working_hours_do_not_overlap/)
    await expect(hours(60, 60)).rejects.toThrow(/working_hours_span_is_real/)
  })
})
