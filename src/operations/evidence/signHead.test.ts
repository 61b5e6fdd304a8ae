import { describe, expect } from 'vitest'
import { setAuditClock } from '#infra/auditClock.ts'
import { asOwner } from '#tests/support/rights.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { rehash, reseal, tamper, twoChains } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { audit } from '../audit.ts'
import { tileReader } from './evidenceLog.ts'
import { keepHeadsSigned } from './keepHeadsSigned.ts'
import { leafHashOf, readLeafRows } from './leaf.ts'
import { consistencyProof, inclusionProof, isConsistent, isIncluded } from './merkle.ts'
import { openNote, originOf } from './note.ts'
import { readTreeHead } from './readTreeHead.ts'
import { signHead } from './signHead.ts'
import { verifyEvidence } from './verifyEvidence.ts'
import { watchTreeHeads } from './watchTreeHeads.ts'

const minute = 60_000

test('heads follow one another, and rows and earlier heads have proofs', async ({ clinic }) => {
  const ctx = clinic.anonymous()
  expect(await signHead(ctx)).toBeNull()
  const [lane] = await twoChains(clinic)
  const first = await signHead(ctx)
  clinic.now = new Date(clinic.now.getTime() + minute)
  await audit(ctx, { action: 'viewed', resourceType: 'patient' })
  const second = await signHead(ctx)
  expect([first?.size, second?.size, second?.number]).toEqual([20n, 21n, 2n])

  const key = ctx.evidenceKeyOf()
  const open = (note = '') => {
    const head = openNote(note, originOf(key.logId), key.publicKey)
    if (!head) throw new Error('not signed')
    return head
  }
  const [before, after] = [open(first?.note), open(second?.note)]
  expect(after.previous).toEqual(Buffer.from(first?.sha256 ?? []))
  const readTile = tileReader(ctx.db, key.logId)
  expect(isConsistent(before, after, await consistencyProof(readTile, 20, 21))).toBe(true)
  const rows = await readLeafRows(ctx.db, [{ lane: lane ?? 0, length: 0, head: '', to: 10 }])
  const leaf = leafHashOf(key, rows[3] as (typeof rows)[number])
  expect(isIncluded(leaf, 3, 21, await inclusionProof(readTile, 3, 21), after.root)).toBe(true)
  expect(openNote(second?.note.replace('21', '20') ?? '', originOf(key.logId), key.publicKey)).toBeNull()
  expect(await verifyEvidence(ctx)).toMatchObject({ rows: 21, heads: 2, brokenLink: null })
})

test('an administrator sees the newest head, and when it is late', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(await readTreeHead(admin, {})).toBeNull()
  await twoChains(clinic)
  const head = await signHead(clinic.anonymous())
  const shown = {
    size: 20,
    signedAt: head?.signedAt,
    rootHash: Buffer.from(head?.root ?? []).toString('hex'),
    timeStamps: [],
    lockedCopy: null,
    mailedAt: null,
  }
  clinic.now = new Date(shown.signedAt ?? 0)
  expect(await readTreeHead(admin, {})).toEqual({ ...shown, isLate: false })
  clinic.now = new Date(clinic.now.getTime() + 5 * minute + 1)
  expect(await readTreeHead(admin, {})).toEqual({ ...shown, isLate: true })
})

test('many rows are appended in parts, also by two processes at once', async ({ clinic }) => {
  const ctx = clinic.anonymous()
  await clinic.db.$executeRaw`
    INSERT INTO audit_logs (id, action, resource_type) SELECT gen_random_uuid(), 'viewed', 'patient' FROM generate_series(1, 2300)`
  await Promise.all([signHead(ctx), signHead(ctx)])
  expect(await verifyEvidence(ctx)).toMatchObject({ rows: 2300, heads: 2, brokenLink: null })
})

test('rows that were appended a few at a time are verified many at a time', async ({ clinic }) => {
  const ctx = clinic.anonymous()
  for (let row = 0; row < 20; row += 1) {
    await audit(ctx, { action: 'viewed', resourceType: 'patient' })
    await signHead(ctx)
  }
  const statements = await statementsOf(() => verifyEvidence(ctx))
  expect(statements.filter((text) => text.includes('jsonb_to_recordset'))).toHaveLength(1)
  expect(await verifyEvidence(ctx)).toMatchObject({ rows: 20, heads: 20, brokenLink: null })
})

describe('after a superuser', () => {
  const next: [string, string, object][] = [
    [
      'cut off the end of a chain, no head is signed',
      `DELETE FROM audit_logs WHERE lane = :A AND position > 7; ${reseal}`,
      { kind: 'rewritten', position: 10 },
    ],
    [
      'rewrote a chain consistently, no head is signed',
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4; ${rehash(4)} ${reseal}`,
      { kind: 'rewritten', position: 10 },
    ],
    [
      'replaced the newest head, no head is signed',
      `UPDATE evidence_heads SET root = sha256('made up')`,
      { kind: 'tree_head', position: 1 },
    ],
    [
      'replaced hashes of the tree, no head is signed',
      `UPDATE evidence_tiles SET hashes = sha256('made up') || substr(hashes, 33)`,
      { kind: 'tree_head', position: 1 },
    ],
  ]
  test.for(next)('%s', async ([, sql, expected], { clinic, database }) => {
    await clinic.user({ role: 'admin' })
    const [lane] = await twoChains(clinic)
    expect(await keepHeadsSigned(clinic.anonymous())).toBeNull()
    await tamper(database, sql.replaceAll(':A', String(lane)))
    expect(await keepHeadsSigned(clinic.anonymous())).toMatchObject(expected)
    expect(await keepHeadsSigned(clinic.anonymous())).toMatchObject(expected)
    expect(await clinic.db.evidenceHead.count()).toBe(1)
    // `twoChains` has an administrator of its own.
    expect(await clinic.db.alert.count({ where: { type: 'audit_chain_broken' } })).toBe(2)
  })

  const later: [string, string, object][] = [
    [
      'changed a row and the hash of its leaf, the row is named',
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4`,
      { kind: 'evidence_row', position: 4 },
    ],
    [
      'rewrote the whole evidence log without the key, the head is named',
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 4; ${rehash(4)} ${reseal}
       DELETE FROM evidence_tiles; DELETE FROM evidence_segments`,
      { kind: 'tree_head', position: 2 },
    ],
    [
      'removed the first head',
      'DELETE FROM evidence_heads WHERE number = 1',
      { kind: 'tree_head', position: 2 },
    ],
  ]
  test.for(later)('%s', async ([, sql, expected], { clinic, database }) => {
    const [lane] = await twoChains(clinic)
    await signHead(clinic.anonymous())
    await signHead(clinic.anonymous())
    await tamper(database, sql.replaceAll(':A', String(lane)))
    expect((await verifyEvidence(clinic.anonymous())).brokenLink).toMatchObject(expected)
  })
})

test('a row older than the row before it, or than the head before it, is found', async ({ clinic }) => {
  const [lane] = await twoChains(clinic)
  await signHead(clinic.anonymous())
  clinic.now = new Date(clinic.now.getTime() - 11 * minute)
  await clinic.db.$executeRaw`INSERT INTO audit_logs (id, action, resource_type, created_at)
    SELECT gen_random_uuid(), 'viewed', 'patient', ${clinic.now}::timestamptz`
  clinic.now = new Date(clinic.now.getTime() + 20 * minute)
  await signHead(clinic.anonymous())
  const { brokenLink } = await verifyEvidence(clinic.anonymous())
  expect(brokenLink).toMatchObject({ kind: 'backdated' })
  expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toEqual(brokenLink)
  expect(lane).toBeDefined()
})

test('a clock that was set back signs no head', async ({ clinic }) => {
  await twoChains(clinic)
  await signHead(clinic.anonymous())
  clinic.now = new Date(clinic.now.getTime() - 10 * 24 * 60 * minute)
  for (let n = 0; n < 2; n += 1)
    expect(await keepHeadsSigned(clinic.anonymous())).toMatchObject({ kind: 'clock', position: 1 })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'database' } }),
    'in the log once',
  ).toMatchObject([{ action: 'updated', details: { fields: ['clock'] } }])
})

test('the application cannot choose the time of a row', async ({ clinic, database }) => {
  await asOwner(database, (owner) => setAuditClock(owner, 'database'))
  try {
    const before = Date.now()
    await audit(clinic.as(await clinic.user({ role: 'admin' })), {
      action: 'listed',
      resourceType: 'patient',
      patientIds: ['01a1fcf0-bbdc-730f-8d22-fb8393291341', '01a1fcf0-bbdc-730f-8d22-fb8393291342'],
    })
    const row = await clinic.db.auditLog.findFirstOrThrow()
    const named = await clinic.db.auditLogPatients.findFirstOrThrow()
    expect(row.createdAt.getTime()).toBeGreaterThanOrEqual(before - 1)
    expect(named.createdAt).toEqual(row.createdAt)
    expect((await checkAuditTrail(clinic.anonymous())).brokenLink).toBeNull()
    await expect(clinic.db.$executeRaw`CREATE OR REPLACE FUNCTION audit_clock(claimed timestamptz)
      RETURNS timestamptz LANGUAGE sql AS 'SELECT claimed'`).rejects.toThrow(
      /must be owner|permission denied/,
    )
  } finally {
    await asOwner(database, (owner) => setAuditClock(owner, 'claimed'))
  }
})

test('the application cannot change or remove heads, segments and hashes', async ({ clinic, database }) => {
  await twoChains(clinic)
  await signHead(clinic.anonymous())
  for (const sql of [
    'UPDATE evidence_heads SET size = 1',
    'DELETE FROM evidence_heads',
    'DELETE FROM evidence_segments',
    'DELETE FROM evidence_tiles',
    'UPDATE evidence_logs SET created_at = now()',
  ])
    await expect(clinic.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/)
  await expect(
    clinic.db.$executeRawUnsafe("UPDATE evidence_tiles SET hashes = sha256('made up')"),
  ).rejects.toThrow(/can only grow/)
  // The owner's mistakes are refused too.
  await asOwner(database, async (owner) => {
    await expect(owner.query('DELETE FROM evidence_heads')).rejects.toThrow(/append-only/)
    await expect(owner.query('DELETE FROM evidence_tiles')).rejects.toThrow(/append-only/)
  })
})

test('administrators hear once that no head was signed for five minutes', async ({ clinic }) => {
  await clinic.user({ role: 'admin' })
  const ctx = clinic.anonymous()
  const startedAt = clinic.now
  const alerts = () => clinic.db.alert.count({ where: { type: 'evidence_head_late' } })
  const watchAfter = async (minutes: number) => {
    clinic.now = new Date(clinic.now.getTime() + minutes * minute)
    await watchTreeHeads(clinic.anonymous(), startedAt)
  }
  await watchAfter(60)
  expect(await alerts()).toBe(0)
  await audit(ctx, { action: 'viewed', resourceType: 'patient' })
  // The database's own clock, which is that of the rows' appending.
  clinic.now = new Date()
  await signHead(clinic.anonymous())
  await watchAfter(5)
  expect(await alerts()).toBe(0)
  await watchAfter(1)
  await watchAfter(1)
  expect(await alerts()).toBe(1)
})

test('a database that is on another timeline since the last head gets one audit row, which the next head covers', async ({
  clinic,
  database,
}) => {
  const ctx = clinic.anonymous()
  const moves = () =>
    clinic.db.auditLog.findMany({
      where: { resourceType: 'database' },
      select: { action: true, details: true },
    })
  await twoChains(clinic)
  const first = await signHead(ctx)
  const here = first?.databaseTimeline
  expect(here).toMatch(/^\d{15,20}\/1$/)
  await signHead(ctx)
  expect(await moves()).toEqual([])

  await tamper(
    database,
    "UPDATE evidence_heads SET database_timeline = '7412345678901234567/1' WHERE number = 2",
  )
  await signHead(ctx)
  const covering = await signHead(ctx)
  expect(await moves()).toEqual([{ action: 'updated', details: { from: '7412345678901234567/1', to: here } }])
  expect(covering).toMatchObject({ size: 21n, databaseTimeline: here })
  expect(await verifyEvidence(ctx)).toMatchObject({ rows: 21, heads: 4, brokenLink: null })
})
