import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'

const MIGRATION = '20261122070100_alert_of_keys_accounts'
const earlier = readdirSync(new URL('../../prisma/migrations', import.meta.url)).filter(
  (name) => name < MIGRATION,
)

const [ADA, PROGRAM, LENA] = [1, 2, 3].map((n) => `01a20516-c696-75b8-8da6-00000000000${n}`)

/** A clinic of the release before: an administrator who owns a service account, with an alert about it. */
const before = `
  INSERT INTO users (id, email, password_hash, first_name, last_name, role, kind, owner_id) VALUES
    ('${ADA}', 'ada@clinic.test', 'hash', 'Ada', 'Moss', 'admin', 'person', NULL),
    ('${PROGRAM}', '${PROGRAM}@service.invalid', NULL, 'Importer', '(service account)', 'staff', 'service', '${ADA}');
  INSERT INTO alerts (id, user_id, type, message) VALUES
    (gen_random_uuid(), '${ADA}', 'api_key_created', 'A key')`

const withoutPassword = (kind: string) =>
  `INSERT INTO users (id, email, first_name, last_name, kind) VALUES ('${LENA}', 'lena@clinic.test', 'Lena', 'Hart', '${kind}')`

test('accounts of the release before keep their passwords, and a person may have none from then on', async () => {
  const url = new URL(inject('templateUrl'))
  const name = `upgrade_${process.pid}_${Date.now()}`
  const at = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  await ask(at('postgres'), `CREATE DATABASE "${name}"`)
  try {
    await migrate({ ownerUrl: at(name), log: () => {}, restoring: { only: earlier } })
    await ask(at(name), before)
    await expect(ask(at(name), withoutPassword('person'))).rejects.toThrow(/users_service_accounts/)
    await migrate({ ownerUrl: at(name), log: () => {} })
    await ask(at(name), withoutPassword('person'))
    expect(
      await ask(
        at(name),
        'SELECT first_name AS name, password_hash AS hash, has_password AS has FROM users ORDER BY id',
      ),
    ).toEqual([
      { name: 'Ada', hash: 'hash', has: true },
      { name: 'Importer', hash: null, has: false },
      { name: 'Lena', hash: null, has: false },
    ])
    await expect(
      ask(at(name), `UPDATE users SET kind = 'service' WHERE id = '${LENA}'`),
      'a service account has an owner',
    ).rejects.toThrow(/users_service_accounts/)
    await ask(at(name), `UPDATE alerts SET type = 'key_created_account'`)
  } finally {
    await ask(at('postgres'), `DROP DATABASE "${name}" WITH (FORCE)`)
  }
})

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
