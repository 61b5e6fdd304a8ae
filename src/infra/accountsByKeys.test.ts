import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, PROGRAM, LENA] = [1, 2, 3].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release: an administrator who owns a service account, with an alert about it. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role, kind, owner_id) VALUES
    ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin', 'person', NULL),
    ('${PROGRAM}', '${PROGRAM}@service.invalid', NULL, 'Importer', '(service account)', 'staff', 'service', '${ADA}');
  INSERT INTO alerts (id, user_id, type, message) VALUES
    (gen_random_uuid(), '${ADA}', 'api_key_created', 'A key')`

const withoutPassword = (kind: string) =>
  `INSERT INTO users (id, email, first_name, last_name, kind) VALUES ('${LENA}', 'lena@clinic.test', 'Lena', 'Hart', '${kind}')`

test('accounts of the previous release keep their passwords, and new accounts may have none', async () => {
  await withDatabaseBefore('20261122070100_alert_of_keys_accounts', async ({ ask, upgrade }) => {
    await ask(before)
    await expect(ask(withoutPassword('person'))).rejects.toThrow(/users_service_accounts/)
    await upgrade()
    await ask(withoutPassword('person'))
    expect(
      await ask(
        'SELECT first_name AS name, password_hash AS hash, has_password AS has FROM users ORDER BY id',
      ),
    ).toEqual([
      { name: 'Ada', hash: 'hash', has: true },
      { name: 'Importer', hash: null, has: false },
      { name: 'Lena', hash: null, has: false },
    ])
    await expect(
      ask(`UPDATE users SET kind = 'service' WHERE id = '${LENA}'`),
      'a service account has an owner',
    ).rejects.toThrow(/users_service_accounts/)
    await ask(`UPDATE alerts SET type = 'key_created_account'`)
  })
})
