import { expect, test } from 'vitest'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'

const [ADA, SAM, ATTORNEY] = [1, 2, 3].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the previous release: an administrator, a staff member and an attorney, each with a key. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role) VALUES
    ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin'),
    ('${SAM}', 'sam@clinic.test', 'hash', 'Sam', 'Okoye', 'staff'),
    ('${ATTORNEY}', 'rae@clinic.test', 'hash', 'Rae', 'Stone', 'attorney');
  INSERT INTO api_keys (id, user_id, name, scope, secret_hash, created_by, expires_at, revoked_at)
  SELECT gen_random_uuid(), user_id::uuid, name, scope::api_key_scope, name, '${ADA}', '2027-01-01', revoked_at::timestamptz
  FROM (VALUES
    ('${ADA}', 'report', 'read', NULL),
    ('${SAM}', 'sync', 'write', NULL),
    ('${ATTORNEY}', 'old', 'write', '2026-01-01')
  ) AS kept (user_id, name, scope, revoked_at)`

test('keys of the previous release keep their permissions and get their user’s role', async () => {
  await withDatabaseBefore('20261122060100_scopes_of_keys', async ({ ask, upgrade }) => {
    await ask(before)
    await upgrade()
    const keys = await ask(
      'SELECT name, scopes::text[], role_at_creation::text AS role, revoked_at IS NULL AS open FROM api_keys ORDER BY name',
    )
    const read = ['patients_read', 'records_read', 'tasks_read', 'appointments_read', 'reports_read']
    const write = [
      ...[
        'patients_read',
        'patients_write',
        'consent_send',
        'records_read',
        'records_write',
        'forwarding_write',
      ],
      ...['tasks_read', 'tasks_write', 'appointments_read', 'appointments_write', 'reports_read'],
    ]
    expect(keys).toEqual([
      { name: 'old', scopes: write, role: 'attorney', open: false },
      { name: 'report', scopes: read, role: 'admin', open: true },
      { name: 'sync', scopes: write, role: 'staff', open: true },
    ])
    expect(await ask('SELECT DISTINCT kind::text, owner_id FROM users')).toEqual([
      { kind: 'person', owner_id: null },
    ])
  })
})
