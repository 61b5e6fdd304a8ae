import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, emptyPlace } from '#tests/support/backups.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { runProgram, startProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

// The real programs, as `npm run backup` and `npm run restore` start them. A busy machine takes its time to start several.

const run = (name: string, settings: Record<string, string>, ...words: string[]) =>
  runProgram(name, { SESSION_SECRET, ...settings }, words)

test('a clinic is backed up and put back from the command line', async ({ source }) => {
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
      /patients: 1 row\n[\s\S]*\d+ rows of \d+ tables, 1 file, [\d.]+ MB in [\d.]+ s/,
    ),
  })
  const file = join(folder, readdirSync(folder)[0] ?? '')
  expect(await run('cli/restore.ts', { ...elsewhere, ...key }, '--chekc', file)).toMatchObject({
    exit: 2,
    said: expect.stringMatching(/^Unknown option '--chekc'\n\nUsage: npm run restore /),
  })
  const restored = await run('cli/restore.ts', { ...elsewhere, ...key }, file)
  expect(restored.exit, restored.said).toBe(0)
  for (const line of [
    /is complete/,
    /1 file, opened and hashed/,
    /audit trail is intact/,
    /Restored in [\d.]+ s/,
  ])
    expect(restored.said).toMatch(line)
  expect(await askOwner(there, "SELECT to_regclass('caseload_restore.begun') AS mark")).toEqual([
    { mark: null },
  ])
})

const waiting = `SELECT 1 FROM pg_locks JOIN pg_database ON oid = database AND datname = current_database()
  WHERE locktype = 'advisory' AND NOT granted`

test('Ctrl-C cancels a backup, which leaves no file', async ({ source, database }) => {
  const { ownerUrl, settings } = source.place
  const folder = temporaryFolder()
  const key = { BACKUP_KEY: randomBytes(32).toString('base64') }
  const here = { NODE_ENV: 'production', SESSION_SECRET, DATABASE_URL: ownerUrl, DATA_DIR: settings.dataDir }
  const backup = await asOwner(database, async (owner) => {
    await owner.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK])
    const program = startProgram('cli/backup.ts', { ...here, ...key }, '', [folder])
    const isWaiting = async () => (await owner.query(waiting)).rowCount
    await expect.poll(isWaiting).toBe(1)
    program.child.kill('SIGINT')
    return program
  })
  expect({ exit: await backup.over, output: backup.said() }).toEqual({
    exit: 2,
    output: expect.stringMatching(/^Cancelled: no backup was made$/m),
  })
  expect(readdirSync(folder)).toEqual([])
})
