import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { makeLogKey } from '#infra/evidence/logKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { rehash, reseal, tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { auditAll } from '../audit.ts'
import { inTransaction } from '../operation.ts'
import { signTreeHead } from './signTreeHead.ts'
import { verifyTree } from './verifyTree.ts'
import { watchTreeHead } from './watchTreeHead.ts'

const entry = { action: 'viewed', resourceType: 'patient' } as const

async function write(clinic: TestClinic, rows: number): Promise<void> {
  const [user] = await clinic.db.user.findMany({ take: 1 })
  const ctx = clinic.as(user ?? (await clinic.user()))
  const entries = Array.from({ length: rows }, (_, n) => ({ ...entry, details: { number: n } }))
  await inTransaction(ctx, (inside) => auditAll(inside, entries))
}

const sign = (clinic: TestClinic) => signTreeHead(clinic.anonymous())
const verify = (clinic: TestClinic, pin?: string) => verifyTree(clinic.anonymous(), pin)
const later = (clinic: TestClinic, minutes: number) => {
  clinic.now = new Date(clinic.now.getTime() + minutes * 60_000)
}

/** Heads over 3, 303 and 310 rows. */
async function threeHeads(clinic: TestClinic): Promise<{ lane: number; pins: string[] }> {
  for (const rows of [3, 300, 7]) {
    await write(clinic, rows)
    later(clinic, 1)
    expect((await sign(clinic)).brokenLink).toBeNull()
  }
  const heads = await clinic.db.evidenceHead.findMany({ orderBy: { number: 'asc' } })
  const [longest] = await clinic.db.auditLane.findMany({ orderBy: { length: 'desc' }, take: 1 })
  return { lane: longest?.lane ?? -1, pins: heads.map(({ noteSha256 }) => noteSha256) }
}

test('each head signs the rows that were added, and all of them verify', async ({ clinic }) => {
  const { pins } = await threeHeads(clinic)
  const heads = await clinic.db.evidenceHead.findMany({ orderBy: { number: 'asc' } })
  expect(heads.map(({ size }) => Number(size))).toEqual([3, 303, 310])
  expect(heads[2]?.note).toMatch(
    /^clinic\.test\/caseload-evidence\n310\n[\w+/]{43}=\nprevious [\da-f]{64}\nchains [\da-f]{64}\ntime 2026-01-05T15:03:00\.000Z\n\n— clinic\.test\/caseload-evidence [\w+/=]+\n$/,
  )
  for (const pin of pins)
    expect(await verify(clinic, pin)).toMatchObject({ leaves: 310, heads: 3, problem: null })
  expect((await verify(clinic, 'f'.repeat(64))).problem).toMatch(/^No tree head has the hash f+/)
})

test('processes that sign at once add each row once', async ({ clinic }) => {
  await write(clinic, 40)
  await Promise.all([sign(clinic), sign(clinic), sign(clinic)])
  expect(await verify(clinic)).toMatchObject({ leaves: 40, heads: 1, problem: null })
})

test('a clinic without new rows signs again only when the head is old', async ({ clinic }) => {
  await write(clinic, 2)
  const heads = []
  for (const minutes of [0, 1, 1, 2]) {
    later(clinic, minutes)
    heads.push((await sign(clinic)).head?.size ?? null)
  }
  expect(heads).toEqual([2, null, null, 2])
})

describe('what the signed heads reveal', () => {
  const onLane = (lane: number, sql: string) => sql.replaceAll(':A', String(lane))
  const rewrite = (from: number, change: string) =>
    `UPDATE audit_logs SET ${change} WHERE lane = :A AND position = ${from}; ${rehash(from, 10_000)} ${reseal}`
  const forgetLast = `DELETE FROM evidence_heads WHERE number = 3; UPDATE audit_lanes SET length = length - 7,
    head = (SELECT hash FROM audit_logs WHERE lane = :A AND position = length - 7) WHERE lane = :A;
    DELETE FROM audit_logs WHERE lane = :A AND position > (SELECT length FROM audit_lanes WHERE lane = :A);`
  const attacks: Record<string, { sql: string; problem: RegExp }> = {
    'a changed row': {
      sql: "UPDATE audit_logs SET resource_id = 'x' WHERE lane = :A AND position = 2",
      problem: /position 2, row .*: the row was changed/,
    },
    'a chain that was rewritten consistently': {
      sql: rewrite(2, "resource_id = 'x'"),
      problem: /position 2, row .*: the row was changed/,
    },
    'a backdated row in a rewritten chain': {
      sql: rewrite(3, "created_at = '2025-12-01'"),
      problem: /position 3, row .*: the row was changed/,
    },
    'a tail that was cut off': {
      sql: `DELETE FROM audit_logs WHERE lane = :A AND position > (SELECT length - 4 FROM audit_lanes WHERE lane = :A); ${reseal}`,
      problem: /the row is missing/,
    },
    'two rows that changed places in a rewritten chain': {
      sql: `UPDATE audit_logs SET position = -position WHERE lane = :A AND position IN (2, 3);
        UPDATE audit_logs SET position = 5 + position WHERE lane = :A AND position IN (-2, -3); ${rehash(2, 10_000)} ${reseal}`,
      problem: /position 2, row .*: the row was changed/,
    },
    'a head that was removed': {
      sql: 'DELETE FROM evidence_heads WHERE number = 2',
      problem: /Tree head 3: the head before it is missing/,
    },
    'a head with another text': {
      sql: "UPDATE evidence_heads SET note = replace(note, '303', '304') WHERE number = 2",
      problem: /Tree head 2: the signature is not valid/,
    },
    'hashes of the tree that fit a rewritten chain': {
      sql: `${rewrite(2, "resource_id = 'x'")} UPDATE evidence_tiles SET hashes = sha256('') || substr(hashes, 33) WHERE level = 0`,
      problem: /the row was changed|not the ones in the database/,
    },
  }
  test.for(Object.entries(attacks))('%s', async ([, { sql, problem }], { clinic, database }) => {
    const { lane } = await threeHeads(clinic)
    await tamper(database, onLane(lane, sql))
    expect((await verify(clinic)).problem).toMatch(problem)
  })

  test('a log that was rolled back with its heads, by a pin that was kept elsewhere', async ({
    clinic,
    database,
  }) => {
    const { lane, pins } = await threeHeads(clinic)
    const rollback = `${forgetLast}
      UPDATE evidence_lanes SET (length, head) = (SELECT length, head FROM audit_lanes WHERE lane = :A) WHERE lane = :A;
      DELETE FROM evidence_runs WHERE first_leaf >= 303;
      UPDATE evidence_tiles SET hashes = substr(hashes, 1, 47 * 32) WHERE (level, index) = (0, 1)`
    await tamper(database, onLane(lane, rollback))
    expect((await verify(clinic)).problem).toBeNull()
    expect((await verify(clinic, pins[2])).problem).toMatch(/rolled back/)
  })

  test('no head is signed over a rewritten chain, and administrators are alerted', async ({
    clinic,
    database,
  }) => {
    const admin = await clinic.user({ role: 'admin' })
    const { lane } = await threeHeads(clinic)
    await tamper(
      database,
      onLane(lane, `DELETE FROM audit_logs WHERE lane = :A AND position > 100; ${reseal}`),
    )
    await write(clinic, 1)
    later(clinic, 5)
    const kind = expect.stringMatching(/missing|unsealed/)
    expect(await sign(clinic)).toMatchObject({ head: null, brokenLink: { kind } })
    expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'audit_chain_broken', userId: admin.id }])
    expect(await clinic.db.evidenceHead.count()).toBe(3)
  })

  test('a clock that is behind the last head alerts, and the head says so', async ({ clinic }) => {
    await threeHeads(clinic)
    await clinic.user({ role: 'admin' })
    later(clinic, -10 * 24 * 60)
    expect(await sign(clinic)).toMatchObject({
      head: { size: 310 },
      brokenLink: { kind: 'head_clock', rowId: null },
    })
    expect(await clinic.db.alert.count({ where: { type: 'audit_chain_broken' } })).toBe(1)
    expect((await verify(clinic)).problem).toMatch(/Tree head 4: .*the clock was set back/)
  })
})

test('a clock that was only synchronized does not turn back the time of the heads', async ({ clinic }) => {
  await write(clinic, 1)
  await sign(clinic)
  clinic.now = new Date(clinic.now.getTime() - 2000)
  await write(clinic, 1)
  expect(await sign(clinic)).toMatchObject({
    head: { size: 2, time: new Date('2026-01-05T15:00:00Z') },
    brokenLink: null,
  })
  expect((await verify(clinic)).problem).toBeNull()
})

test('an old head alerts each administrator once', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await watchTreeHead(clinic.anonymous())
  await write(clinic, 1)
  await sign(clinic)
  later(clinic, 5)
  await watchTreeHead(clinic.anonymous())
  expect(await clinic.db.alert.count()).toBe(0)
  later(clinic, 1)
  await watchTreeHead(clinic.anonymous())
  await watchTreeHead(clinic.anonymous())
  expect(await clinic.db.alert.findMany()).toMatchObject([
    {
      userId: admin.id,
      type: 'evidence_stale',
      message: expect.stringContaining('since 2026-01-05 15:00 UTC'),
    },
  ])
})

test('another key signs nothing until its replacement is recorded', async ({ clinic }) => {
  await threeHeads(clinic)
  const other = makeLogKey(generateKeyPairSync('ed25519').privateKey)
  const ctx = { ...clinic.anonymous(), logKey: () => other }
  later(clinic, 5)
  await expect(signTreeHead(ctx)).rejects.toThrow(/Another key than EVIDENCE_KEY/)
  await auditAll(ctx, [{ action: 'updated', resourceType: 'server_secret', resourceId: 'EVIDENCE_KEY' }])
  expect((await signTreeHead(ctx)).head?.size).toBe(311)
  expect((await verify(clinic)).problem).toBeNull()
})
