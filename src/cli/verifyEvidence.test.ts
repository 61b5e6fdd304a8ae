import { expect } from 'vitest'
import { audit } from '#operations/audit.ts'
import { signTreeHead } from '#operations/evidence/signTreeHead.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { startProgram } from '#tests/support/serverProcess.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'

async function verify(databaseUrl: string, ...words: string[]) {
  const settings = { NODE_ENV: 'production', SESSION_SECRET, DATABASE_URL: databaseUrl }
  const program = startProgram('cli/verifyEvidence.ts', settings, '', words)
  return { exit: await program.over, said: program.said() }
}

test('the command confirms signed rows and names the first bad one', async ({ clinic, database }) => {
  await audit(clinic.as(await clinic.user()), { action: 'viewed', resourceType: 'patient' })
  await signTreeHead(clinic.anonymous())
  const { noteSha256 } = await clinic.db.evidenceHead.findFirstOrThrow()
  const pinned = await verify(database.ownerUrl, '--pin', noteSha256)
  expect(pinned).toEqual({
    exit: 0,
    said: expect.stringMatching(/^1 rows and 1 signed tree heads.*\nIntact\n/m),
  })
  expect(pinned.said).toContain(`Hash of the last head: ${noteSha256}`)
  await tamper(database, "UPDATE audit_logs SET resource_type = 'task'")
  expect(await verify(database.ownerUrl)).toEqual({
    exit: 1,
    said: expect.stringMatching(/BROKEN. Leaf 0, audit chain \d+, position 1, row .*: the row was changed/),
  })
})
