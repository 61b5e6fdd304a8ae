import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '#infra/embeddedPostgres.ts'
import { audit } from '#operations/audit.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { startProgram } from '#tests/support/serverProcess.ts'
import { test } from '#tests/support/test.ts'

// Runs the real command as `npm run audit:verify` does. Starting several takes long on a busy machine.
const PATIENCE = { timeout: 60_000 }

async function verify(settings: Record<string, string>, ...words: string[]) {
  const all = { NODE_ENV: 'production', SESSION_SECRET, ...settings }
  const program = startProgram('cli/verifyAudit.ts', all, '', words)
  const exit = await program.over
  return { exit, said: program.said() }
}

async function threeRows(clinic: TestClinic) {
  const ctx = clinic.as(await clinic.user())
  for (let n = 0; n < 3; n += 1) await audit(ctx, { action: 'viewed', resourceType: 'patient' })
}

const digestIn = (said: string) => /Digest of all heads: ([\da-f]{64})/.exec(said)?.[1] ?? ''

test(
  'an intact audit log is reported as intact, with and without an earlier digest',
  PATIENCE,
  async ({ clinic, database }) => {
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
      said: expect.stringMatching(/6 rows/),
    })
    expect(await verify(settings, 'f'.repeat(64))).toEqual({
      exit: 1,
      said: expect.stringContaining('No check that is kept in the database has this digest'),
    })
  },
)

test('a broken audit log exits with 1 and names the row', PATIENCE, async ({ clinic, database }) => {
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

test('an unreachable database is not reported as a broken audit log', PATIENCE, async ({ database }) => {
  const nowhere = new URL(database.ownerUrl)
  nowhere.port = '1'
  expect(await verify({ DATABASE_URL: nowhere.href })).toEqual({
    exit: 2,
    said: expect.stringContaining('cannot be used'),
  })
})

test('the embedded database is verified whether or not Caseload is running', PATIENCE, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'caseload-verify-'))
  chmodSync(folder, 0o711) // when started by root, PostgreSQL runs as a user who must be able to enter
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  const intact = { exit: 0, said: expect.stringContaining('0 rows in 0 chains') }
  expect(await verify({ DATA_DIR: dataDir })).toEqual(intact)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  expect(await verify({ DATA_DIR: dataDir }).finally(postgres.stop)).toEqual(intact)
})
