import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, emptyPlace, temporaryFolder } from '#tests/support/backups.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { startProgram } from '#tests/support/serverProcess.ts'

// The real programs, as `npm run backup` and `npm run restore` start them. A busy machine takes its time to start several.
const PATIENCE = { timeout: 60_000 }

async function run(name: string, settings: Record<string, string>, ...words: string[]) {
  const program = startProgram(name, { NODE_ENV: 'production', SESSION_SECRET, ...settings }, '', words)
  const exit = await program.over
  return { exit, said: program.said() }
}

test('a clinic is backed up and put back from the command line', PATIENCE, async ({ source }) => {
  const { ownerUrl, settings } = source.place
  const [folder, there] = [temporaryFolder(), await emptyPlace()]
  const key = { BACKUP_KEY: randomBytes(32).toString('base64') }
  const here = { DATABASE_URL: ownerUrl, DATA_DIR: settings.dataDir }
  const elsewhere = { DATABASE_URL: there.ownerUrl, DATA_DIR: there.settings.dataDir }
  expect(await run('cli/backup.ts', here, folder)).toMatchObject({
    exit: 2,
    said: expect.stringContaining('Set BACKUP_KEY'),
  })
  expect(await run('cli/backup.ts', { ...here, ...key }, folder)).toMatchObject({
    exit: 0,
    said: expect.stringMatching(
      /patients: 1 rows[\s\S]*\d+ rows of \d+ tables, 1 files, [\d.]+ MB in [\d.]+ s/,
    ),
  })
  const file = join(folder, readdirSync(folder)[0] ?? '')
  expect(await run('cli/restore.ts', { ...elsewhere, ...key }, '--chekc', file)).toMatchObject({
    exit: 2,
    said: expect.stringMatching(/^Unknown option '--chekc'.*\n$/),
  })
  const restored = await run('cli/restore.ts', { ...elsewhere, ...key }, file)
  expect(restored.exit, restored.said).toBe(0)
  for (const line of [
    /is complete/,
    /1 files, opened and hashed/,
    /audit trail is intact/,
    /Restored in [\d.]+ s/,
  ])
    expect(restored.said).toMatch(line)
  expect(await askOwner(there, "SELECT to_regclass('caseload_restore.begun') AS mark")).toEqual([
    { mark: null },
  ])
})
