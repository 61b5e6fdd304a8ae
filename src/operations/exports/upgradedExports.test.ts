import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const ADA = '01a20516-c696-75b8-8da6-000000000001'

/** A clinic of the previous release with a finished export of all data. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role)
    VALUES ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin');
  INSERT INTO data_exports (requested_by, id, state, bytes, sha256)
    VALUES ('${ADA}', '01a20516-c696-75b8-8da6-000000000002', 'ready', 10, repeat('0', 64))`

test('an upgrade keeps earlier exports as exports of all data, whose files are gone', async () => {
  await withDatabaseBefore('20261127130000_evidence_exports', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT state, kind, patient_id FROM data_exports')).toEqual([
      { state: 'removed', kind: 'all_data', patient_id: null },
    ])
  })
})
