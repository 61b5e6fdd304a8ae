import { join } from 'node:path'
import { expect } from 'vitest'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { audit } from '#operations/audit.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { runProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'

// The real program, as `npm run audit:verify` starts it. A busy machine takes its time to start several.

const verify = (settings: Record<string, string>, ...words: string[]) =>
  runProgram(
    'cli/verifyAudit.ts',
    { SESSION_SECRET, DATA_DIR: join(temporaryFolder(), 'data'), ...settings },
    words,
  )

async function threeRows(clinic: TestClinic) {
  const ctx = clinic.as(await clinic.user())
  for (let n = 0; n < 3; n += 1) await audit(ctx, { action: 'viewed', resourceType: 'patient' })
}

const digestIn = (said: string) => /Digest of all heads: ([\da-f]{64})/.exec(said)?.[1] ?? ''

test('an intact trail is said to be so, and a digest of earlier leads through it', async ({
  clinic,
  database,
}) => {
  await threeRows(clinic)
  const settings = { DATABASE_URL: database.ownerUrl }
  const first = await verify(settings)
  expect(first).toEqual({
    exit: 0,
    said: expect.stringMatching(/3 rows in \d+ chains?, verified in [\d.]+ s\nIntact\n/),
  })
  await threeRows(clinic)
  expect(await verify(settings, digestIn(first.said))).toEqual({
    exit: 0,
    said: expect.stringMatching(/7 rows/), // with the row about the first check
  })
  expect(
    await clinic.db.auditLog.findMany({ where: { resourceType: 'audit_check' }, select: { details: true } }),
  ).toEqual(Array(2).fill({ details: { command: 'audit:verify', isIntact: true } }))
  expect(await verify(settings, 'f'.repeat(64))).toEqual({
    exit: 1,
    said: expect.stringContaining('No check that is kept in the database has this digest'),
  })
})

test('a broken trail ends with 1 and names the place', async ({ clinic, database }) => {
  await threeRows(clinic)
  await asOwner(database, (owner) =>
    owner.query(`SET session_replication_role = replica;
      UPDATE audit_logs SET user_id = NULL WHERE position = 1`),
  )
  const row = await clinic.db.auditLog.findFirst({ where: { position: 1, userId: null } })
  expect(await verify({ DATABASE_URL: database.ownerUrl })).toEqual({
    exit: 1,
    said: expect.stringMatching(new RegExp(`BROKEN. Audit chain \\d+, position 1, row ${row?.id}: `)),
  })
})

test('a trail that cannot be reached is not called broken', async ({ database }) => {
  const nowhere = new URL(database.ownerUrl)
  nowhere.port = '1'
  expect(await verify({ DATABASE_URL: nowhere.href })).toEqual({
    exit: 2,
    said: expect.stringContaining('cannot be used'),
  })
})

test('the embedded database is checked while another Caseload runs it, and when none does', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const intact = (rows: string) => ({ exit: 0, said: expect.stringContaining(rows) })
  expect(await verify({ DATA_DIR: dataDir })).toEqual(intact('0 rows in 0 chains'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  expect(await verify({ DATA_DIR: dataDir }).finally(postgres.stop)).toEqual(
    intact('1 row in 1 chain'), // about the first check
  )
})
