import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, FILE] = [1, 2].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release after an import. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role)
    VALUES ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin');
  INSERT INTO patient_imports
      (id, requested_by, state, file_name, file_size, sha256, encoding, delimiter, columns, rows_total, rows_done, created)
    VALUES ('${FILE}', '${ADA}', 'finished', 'a.csv', 1, repeat('0', 64), 'utf-8', ',', '{first}', 1, 1, 1);
  INSERT INTO patient_import_rows (import_id, line, outcome) VALUES ('${FILE}', 2, 'created')`

test('an upgrade keeps earlier imports, without possible duplicates', async () => {
  await withDatabaseBefore('20261125063000_same_phone_in_imports', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    expect(await ask('SELECT created, possible_duplicates FROM patient_imports')).toEqual([
      { created: 1, possible_duplicates: 0 },
    ])
    expect(await ask('SELECT line, possible_duplicate_id FROM patient_import_rows')).toEqual([
      { line: 2, possible_duplicate_id: null },
    ])
  })
})
