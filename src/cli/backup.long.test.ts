import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { emptyPlace, temporaryFolder } from '#tests/support/backups.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { startProgram } from '#tests/support/serverProcess.ts'

// Runs the real commands as `npm run backup` and `npm run restore` do. Starting several takes long on a busy machine.
const PATIENCE = { timeout: 60_000 }

async function run(name: string, settings: Record<string, string>, ...words: string[]) {
  const program = startProgram(name, { NODE_ENV: 'production', SESSION_SECRET, ...settings }, '', words)
  const exit = await program.over
  return { exit, said: program.said() }
}

test('backup and restore exit with 1 if some files could not be opened', PATIENCE, async ({ source }) => {
  const { place, record } = source
  const [folder, there] = [temporaryFolder(), await emptyPlace()]
  await place.shelf.remove(record.filePath)
  const key = { BACKUP_KEY: randomBytes(32).toString('base64') }
  const here = { DATABASE_URL: place.ownerUrl, DATA_DIR: place.settings.dataDir }
  const expected = { exit: 1, said: expect.stringContaining(`record ${record.id}: lost`) }
  expect(await run('cli/backup.ts', { ...here, ...key }, folder)).toMatchObject(expected)
  const file = join(folder, readdirSync(folder)[0] ?? '')
  const elsewhere = { DATABASE_URL: there.ownerUrl, DATA_DIR: there.settings.dataDir }
  expect(await run('cli/restore.ts', { ...elsewhere, ...key }, file)).toMatchObject(expected)
})
