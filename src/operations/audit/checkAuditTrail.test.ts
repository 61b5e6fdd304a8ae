import { describe, expect } from 'vitest'
import { setAuditClock } from '#infra/auditClock.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { rehash, tamper, twoChains } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from './checkAuditTrail.ts'
import type { ChainHead } from './readChainHeads.ts'
import { AUDIT_TEXT } from './verifyChains.ts'

const rowAt = async ({ db }: TestClinic, lane: number | undefined, position: number) =>
  (await db.auditLog.findFirst({ where: { lane: lane ?? -1, position } }))?.id ?? null

const check = (clinic: TestClinic) => checkAuditTrail(clinic.anonymous())

const insertAt = (position: number) => `
  INSERT INTO audit_logs (id, action, resource_type, lane, position, hash)
  VALUES (gen_random_uuid(), 'viewed', 'patient', :A, ${position}, sha256('made up'));`
const moveUp = 'UPDATE audit_logs SET position = -position - 1 WHERE lane = :A AND position >= 5;'
const turnBack = 'UPDATE audit_logs SET position = -position WHERE position < 0;'

test('the database and the check compute the same hashes', async ({ clinic }) => {
  await twoChains(clinic)
  const differing = await clinic.db.$queryRawUnsafe(
    `SELECT a.id FROM audit_logs a WHERE audit_text(a) IS DISTINCT FROM ${AUDIT_TEXT}`,
  )
  expect(differing).toEqual([])
})

test('an unchanged audit log is intact, and the check is stored', async ({ clinic }) => {
  const lanes = await twoChains(clinic)
  expect(lanes).toHaveLength(2)
  const checked = await check(clinic)
  expect(checked).toMatchObject({ rows: 20, lanes: 2, brokenLink: null })
  expect(checked.digest).toMatch(/^[\da-f]{64}$/)
  const kept = await clinic.db.auditCheck.findUniqueOrThrow({ where: { id: checked.id } })
  expect(kept).toMatchObject({ rows: 20n, isIntact: true, broken: null, checkedAt: clinic.now })
})

test('the application can make up neither the time nor the heads of a check', async ({
  clinic,
  database,
}) => {
  await twoChains(clinic)
  await check(clinic)
  const { id: _id, broken: _broken, ...found } = await clinic.db.auditCheck.findFirstOrThrow()
  const heads = found.heads as ChainHead[]
  const store = (changes: object) => clinic.db.auditCheck.create({ data: { ...found, heads, ...changes } })
  const other = heads.map((one) => ({ ...one, head: one.length > 0 ? 'ab'.repeat(32) : one.head }))
  const longer = heads.map((one) => ({ ...one, length: one.length + (one.length > 0 ? 1 : 0) }))
  await expect(store({ heads: other })).rejects.toThrow('not the heads of the audit log')
  await expect(store({ heads: longer, rows: found.rows + 2n })).rejects.toThrow('not the heads')
  await expect(store({ rows: 1000n })).rejects.toThrow('not the heads')
  await asOwner(database, (owner) => setAuditClock(owner, 'database'))
  try {
    const { checkedAt } = await store({ checkedAt: new Date('2020-01-01T00:00:00Z') })
    expect(Math.abs(checkedAt.getTime() - Date.now())).toBeLessThan(60_000)
  } finally {
    await asOwner(database, (owner) => setAuditClock(owner, 'claimed'))
  }
})

test('an empty audit log is intact', async ({ clinic }) => {
  expect(await check(clinic)).toMatchObject({ rows: 0, lanes: 0, brokenLink: null })
})

describe('a superuser who changes one column of a row is detected', () => {
  const changes = {
    id: 'gen_random_uuid()',
    user_id: 'NULL',
    patient_id: 'gen_random_uuid()',
    action: "'viewed'",
    resource_type: "'task'",
    resource_id: "'another'",
    details: `'{"fields": ["email"], "number": 3}'`,
    ip_address: "'203.0.113.9'",
    user_agent: 'NULL',
    request_id: "'another'",
    created_at: "created_at - interval '1 millisecond'",
  }
  test.for(Object.entries(changes))('%s', async ([column, value], { clinic, database }) => {
    const [lane] = await twoChains(clinic)
    await tamper(database, `UPDATE audit_logs SET ${column} = ${value} WHERE lane = ${lane} AND position = 4`)
    const { brokenLink } = await check(clinic)
    expect(brokenLink).toEqual({
      lane,
      position: 4,
      rowId: await rowAt(clinic, lane, 4),
      kind: 'changed',
    })
    expect(await clinic.db.auditCheck.findFirst()).toMatchObject({ isIntact: false, broken: brokenLink })
  })
})

describe('the check detects a superuser who', () => {
  const tampering: [string, string, { lane?: 'A' | 'B'; position: number; kind: string }][] = [
    [
      'removes a row',
      'DELETE FROM audit_logs WHERE lane = :A AND position = 4',
      { position: 4, kind: 'missing' },
    ],
    [
      'removes a row and closes the gap',
      `DELETE FROM audit_logs WHERE lane = :A AND position = 4;
       UPDATE audit_logs SET position = -position + 1 WHERE lane = :A AND position > 4; ${turnBack}
       UPDATE audit_lanes SET length = 9 WHERE lane = :A`,
      { position: 4, kind: 'changed' },
    ],
    [
      'removes the first row',
      'DELETE FROM audit_logs WHERE lane = :A AND position = 1',
      { position: 1, kind: 'missing' },
    ],
    [
      'removes the last row',
      'DELETE FROM audit_logs WHERE lane = :A AND position = 10',
      { position: 10, kind: 'missing' },
    ],
    [
      'removes the last row and shortens the recorded length',
      `DELETE FROM audit_logs WHERE lane = :A AND position = 10;
       UPDATE audit_lanes SET length = 9 WHERE lane = :A`,
      { position: 9, kind: 'unsealed' },
    ],
    [
      'renumbers rows, so that some seem to be missing',
      `UPDATE audit_logs SET position = -position - 10 WHERE lane = :A AND position >= 5; ${turnBack}
       UPDATE audit_lanes SET length = 20 WHERE lane = :A`,
      { position: 5, kind: 'missing' },
    ],
    ['removes a whole lane', 'DELETE FROM audit_logs WHERE lane = :A', { position: 1, kind: 'missing' }],
    [
      'changes a row together with its hash',
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4; ${rehash(4, 4)}`,
      { position: 5, kind: 'changed' },
    ],
    [
      'changes a row and every hash after it',
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4; ${rehash(4)}`,
      { position: 10, kind: 'unsealed' },
    ],
    [
      'inserts a row in between',
      `${moveUp} ${turnBack} ${insertAt(5)} UPDATE audit_lanes SET length = 11 WHERE lane = :A`,
      { position: 5, kind: 'misplaced' },
    ],
    ['puts a row behind the last', insertAt(11), { position: 11, kind: 'surplus' }],
    ['puts a row before the first', insertAt(0), { position: 0, kind: 'surplus' }],
    [
      'swaps two rows',
      `UPDATE audit_logs SET position = -position WHERE lane = :A AND position IN (5, 6);
       UPDATE audit_logs SET position = 11 + position WHERE position < 0`,
      { position: 5, kind: 'misplaced' },
    ],
    [
      'moves the last row to another chain',
      'UPDATE audit_logs SET lane = :A, position = 11 WHERE lane = :B AND position = 10',
      { lane: 'B', position: 10, kind: 'missing' },
    ],
    [
      'moves a row to a chain that does not exist',
      'UPDATE audit_logs SET lane = 70, position = 1 WHERE lane = :B AND position = 10',
      { lane: 'B', position: 10, kind: 'missing' },
    ],
    [
      'changes the recorded head of a chain',
      "UPDATE audit_lanes SET head = sha256('made up') WHERE lane = :A",
      { position: 10, kind: 'unsealed' },
    ],
  ]
  test.for(tampering)('%s', async ([, sql, { lane = 'A', ...expected }], { clinic, database }) => {
    const [a, b] = await twoChains(clinic)
    await tamper(database, sql.replaceAll(':A', String(a)).replaceAll(':B', String(b)))
    const { brokenLink } = await check(clinic)
    const where = lane === 'A' ? a : b
    expect(brokenLink).toEqual({
      ...expected,
      lane: where,
      rowId: await rowAt(clinic, where, expected.position),
    })
  })

  test('adds a row to a chain that does not exist', async ({ clinic, database }) => {
    await twoChains(clinic)
    await tamper(database, insertAt(1).replaceAll(':A', '64'))
    expect((await check(clinic)).brokenLink).toMatchObject({ lane: 64, position: 1, kind: 'surplus' })
  })

  test('changes the database function that writes the audit log', async ({ clinic, database }) => {
    await asOwner(database, async (owner) => {
      const { rows } = await owner.query<{ was: string }>(
        "SELECT pg_get_functiondef('audit_text'::regproc) AS was",
      )
      await owner.query(`CREATE OR REPLACE FUNCTION audit_text(entry audit_logs) RETURNS bytea LANGUAGE sql STABLE
        RETURN convert_to('anything', 'UTF8')`)
      try {
        await twoChains(clinic)
        // The function is still the changed one, so a check that called it would find no error.
        expect((await check(clinic)).brokenLink).toMatchObject({ position: 1 })
      } finally {
        await owner.query(rows[0]?.was ?? '')
      }
    })
  })
})
