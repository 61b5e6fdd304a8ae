import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { tamper, twoChains } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { checkSomeRows } from './checkSomeRows.ts'
import { leafHashOf, readLeafRows } from './leaf.ts'
import { signHead } from './signHead.ts'

const MINUTE = 60_000
const EVENING = new Date('2026-03-04T23:50:00Z')
const MIDNIGHT = new Date('2026-03-05T00:00:00Z')

/** Twenty rows that were signed in the evening. Returns the number of the first chain. */
async function signedRows(clinic: TestClinic): Promise<number> {
  clinic.now = EVENING
  const [lane = 0] = await twoChains(clinic)
  await signHead(clinic.anonymous())
  return lane
}

/** The findings of the minutes of a day in which one of twenty rows has its turn. */
async function findingsOfDay(clinic: TestClinic, from = MIDNIGHT) {
  const findings = []
  for (let row = 1; row <= 20; row += 1) {
    clinic.now = new Date(from.getTime() + (row * 72 - 1) * MINUTE)
    findings.push(await checkSomeRows(clinic.anonymous()))
  }
  return findings
}

test('each row has its turn once a day, and an unchanged one is no finding', async ({ clinic }) => {
  expect(await checkSomeRows(clinic.anonymous())).toBeNull()
  await signedRows(clinic)
  // Rows and heads of the day itself have their turn on the next one.
  clinic.now = new Date(MIDNIGHT.getTime() + MINUTE)
  await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'patient' })
  await signHead(clinic.anonymous())
  expect(await findingsOfDay(clinic)).toEqual(Array(20).fill(null))
})

test('a row that a superuser changes is found at its turn, and administrators are alerted once', async ({
  clinic,
  database,
}) => {
  const lane = await signedRows(clinic)
  await tamper(database, `UPDATE audit_logs SET user_agent = 'x' WHERE lane = ${lane} AND position = 7`)
  const findings = await findingsOfDay(clinic)
  const found = { lane, position: 7, rowId: expect.any(String), kind: 'evidence_row' }
  expect(findings).toEqual([...Array(6).fill(null), found, ...Array(13).fill(null)])
  await findingsOfDay(clinic)
  expect(await clinic.db.alert.findMany({ where: { type: 'audit_chain_broken' } })).toHaveLength(1)
})

test('a row that is replaced together with its leaf in the tree is found', async ({ clinic, database }) => {
  const lane = await signedRows(clinic)
  const ctx = clinic.anonymous()
  await tamper(database, `UPDATE audit_logs SET user_agent = 'x' WHERE lane = ${lane} AND position = 3`)
  const [row] = await readLeafRows(ctx.db, [{ lane, length: 2, head: '', to: 3 }])
  if (!row) throw new Error('The row is not there')
  const leaf = leafHashOf(ctx.evidenceKeyOf(), row).toString('hex')
  await tamper(
    database,
    `UPDATE evidence_tiles SET hashes = overlay(hashes PLACING '\\x${leaf}'::bytea FROM 2 * 32 + 1 FOR 32)`,
  )
  const findings = await findingsOfDay(clinic)
  expect(findings[2]).toMatchObject({ lane, position: 3, kind: 'evidence_row' })
})

const others: [string, string, object][] = [
  [
    'removes a row',
    'DELETE FROM audit_logs WHERE lane = :A AND position = 5',
    { position: 5, kind: 'missing' },
  ],
  ['removes the order of the rows', 'DELETE FROM evidence_segments', { position: 1, kind: 'tree_head' }],
  [
    'removes a part of the order',
    'DELETE FROM evidence_segments WHERE start = 0',
    { position: 1, kind: 'tree_head' },
  ],
  [
    'forges the head',
    "UPDATE evidence_heads SET root = sha256('forged')",
    { position: 1, kind: 'tree_head' },
  ],
]

test.for(others)(
  'a superuser who %s is found within a day',
  async ([, sql, finding], { clinic, database }) => {
    const lane = await signedRows(clinic)
    await tamper(database, sql.replaceAll(':A', String(lane)))
    expect((await findingsOfDay(clinic)).find((one) => one !== null)).toMatchObject(finding)
  },
)

test('a log that is too long for a day is checked over a week', async ({ clinic, database }) => {
  const lane = await signedRows(clinic)
  await tamper(database, `UPDATE audit_logs SET user_agent = 'x' WHERE lane = ${lane} AND position = 10`)
  const found: number[] = []
  // Weeks begin on Thursdays, as the Unix epoch did. 2026-03-05 is one.
  for (let row = 1; row <= 20; row += 1) {
    clinic.now = new Date(MIDNIGHT.getTime() + (row * 504 - 1) * MINUTE)
    if (await checkSomeRows(clinic.anonymous(), { dailyMax: 19 })) found.push(row)
  }
  expect(found).toEqual([10])
})
