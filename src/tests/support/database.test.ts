import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { test } from './test.ts'

test('emptying a database waits for a request of the previous test, and both complete', async ({
  clinic,
  database,
}) => {
  const { id } = await clinic.user()
  const late = new Client({ connectionString: database.ownerUrl })
  await late.connect()
  onTestFinished(() => late.end())
  await late.query('BEGIN')
  await late.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [id])
  const emptied = database.empty()
  const isTried = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%empty_tables%' AND pid <> pg_backend_pid()`
  await expect.poll(async () => (await late.query(isTried)).rowCount).toBe(1)
  await late.query(`INSERT INTO audit_logs (id, action, resource_type, user_id)
    VALUES (gen_random_uuid(), 'updated', 'user', '${id}')`)
  await late.query('COMMIT')
  await emptied
  expect([await clinic.db.user.count(), await clinic.db.auditLog.count()]).toEqual([0, 0])
  const { rows } = await late.query('SELECT DISTINCT length::int FROM audit_lanes')
  expect(rows).toEqual([{ length: 0 }])
})
