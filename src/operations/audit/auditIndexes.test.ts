import { describe, expect } from 'vitest'
import type { AuditListInput } from '#domain/audit/inputs.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { sentWhile } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { listTimeline } from '../patients/listTimeline.ts'
import { listAuditLogs } from './listAuditLogs.ts'
import { readRecentActivity } from './readRecentActivity.ts'

// What the audit log takes on disk, and how many of its rows a page reads. Neither depends on the computer's speed.

const ROWS = 20_000

/**
 * Writes rows over three years. Half of them are by one user about one patient, and most are views. Three rows are of a
 * rare kind. They belong to no audit chain, because no check runs here.
 */
const fill = (database: TestDatabase, busy: { user: string; patient: string }): Promise<unknown> =>
  asOwner(database, async (owner) => {
    await owner.query('SET session_replication_role = replica')
    await owner.query(
      `INSERT INTO audit_logs (id, user_id, patient_id, action, resource_type, resource_id, details, ip_address,
         user_agent, request_id, created_at, lane, position, hash, user_name, user_role)
       SELECT uuidv7(moment - now()), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE gen_random_uuid() END,
         CASE WHEN n % 10 < 4 THEN NULL WHEN n % 2 = 0 THEN $2::uuid ELSE gen_random_uuid() END,
         (CASE WHEN n % 8000 = 0 THEN 'break_glass' WHEN n % 20 = 0 THEN 'updated' ELSE 'viewed' END)::audit_action,
         CASE WHEN n % 8000 = 0 THEN 'setting' WHEN n % 10 < 4 THEN 'patient_note' ELSE 'patient' END,
         CASE WHEN n % 10 >= 4 THEN gen_random_uuid()::text END, '{"fields":["phone","address"]}', '192.0.2.' || n % 250,
         'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', gen_random_uuid()::text, moment, 100 + n % 64, n / 64 + 1,
         sha256(n::text::bytea), 'Maria Santos', 'staff'
       FROM generate_series(1, ${ROWS}) n,
         LATERAL (SELECT date_trunc('milliseconds', now() - (${ROWS} - n) * interval '1 hour') AS moment) AS time`,
      [busy.user, busy.patient],
    )
    await owner.query('VACUUM (FULL, ANALYZE) audit_logs')
  })

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** The rows of the audit log that a plan reads. */
function rowsRead(plan: Plan): number {
  const isScan = plan['Relation Name'] === 'audit_logs'
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = isScan ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own)
}

/** Sends the statements that `run` sends once more, with `EXPLAIN`, and returns the rows of the audit log they read. */
async function rowsReadBy(database: TestDatabase, run: () => Promise<unknown>): Promise<number> {
  const sent = await sentWhile(run)
  return asOwner(database, async (owner) => {
    let rows = 0
    await owner.query('BEGIN')
    for (const { text, values } of sent) {
      if (/^\s*SET LOCAL cpu_tuple_cost/.test(text)) await owner.query(text, values)
      if (!/^\s*(SELECT|WITH)\b/i.test(text) || !text.includes('audit_logs')) continue
      const plans = await owner.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
      rows += rowsRead(plans.rows[0]['QUERY PLAN'][0].Plan)
    }
    await owner.query('ROLLBACK')
    return rows
  })
}

async function filled(clinic: TestClinic, database: TestDatabase) {
  const user = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: user.id })
  await fill(database, { user: user.id, patient: patient.id })
  const admin = await clinic.user({ role: 'admin' })
  return { user, patient, as: () => clinic.as(admin) }
}

test('a row takes at most 600 bytes, with its part of all indexes', async ({ clinic, database }) => {
  await filled(clinic, database)
  const [size] = await asOwner(database, async (owner) => {
    const { rows } = await owner.query<{ bytes: number }>(
      `SELECT pg_total_relation_size('audit_logs')::float8 / count(*) AS bytes FROM audit_logs`,
    )
    return rows
  })
  expect(size?.bytes).toBeGreaterThan(400)
  expect(size?.bytes).toBeLessThanOrEqual(600)
})

describe('of 20,000 rows, a page reads a few', () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const half = { from: day(600), to: day(300) }

  test('of the audit log, with each filter', async ({ clinic, database }) => {
    const { user, patient, as } = await filled(clinic, database)
    const filters: Record<string, AuditListInput> = {
      none: {},
      'a user': { userId: user.id },
      'a patient': { patientId: patient.id },
      'an action': { action: 'updated' },
      'a rare action': { action: 'break_glass' },
      'a type of object': { resourceType: 'patient' },
      'a rare type of object': { resourceType: 'setting' },
      'a user and an action': { userId: user.id, action: 'updated' },
      'a user and a rare action': { userId: user.id, action: 'break_glass' },
      'an action of which there is no row': { userId: user.id, action: 'deleted' },
      'a user and a type of object': { userId: user.id, resourceType: 'patient' },
      days: half,
      'a user and days': { userId: user.id, ...half },
      'a patient and days': { patientId: patient.id, ...half },
      'an action and days': { action: 'updated', ...half },
    }
    const read: Record<string, number> = {}
    for (const [name, filter] of Object.entries(filters))
      read[name] = await rowsReadBy(database, () => listAuditLogs(as(), filter, { first: 25 }))
    const tooMany = Object.entries(read).filter(([, rows]) => rows > 200)
    expect(tooMany).toEqual([])
  })

  test('of a timeline and of Recent Activity', async ({ clinic, database }) => {
    const { user, patient, as } = await filled(clinic, database)
    expect(
      await rowsReadBy(database, () => listTimeline(as(), patient.id, { first: 25 })),
    ).toBeLessThanOrEqual(50)
    expect(await rowsReadBy(database, () => readRecentActivity(as(), {}))).toBeLessThanOrEqual(50)
    expect(await rowsReadBy(database, () => readRecentActivity(clinic.as(user), {}))).toBeLessThanOrEqual(50)
  })
})
