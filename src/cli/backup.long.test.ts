import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, emptyPlace } from '#tests/support/backups.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { openS3, s3Credentials } from '#tests/support/s3Server.ts'
import { runProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

// Runs the real commands as `npm run backup` and `npm run restore` do. Starting several takes long on a busy machine.
const PATIENCE = { timeout: 60_000 }

const run = (name: string, settings: Record<string, string>, ...words: string[]) =>
  runProgram(name, { SESSION_SECRET, ...settings }, words)

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

test('a backup to BACKUP_FOLDER is read back and removes old ones, and a trial restore leaves nothing behind', async ({
  source,
}) => {
  const { ownerUrl, settings, shelf } = source.place
  const folder = temporaryFolder()
  const [old, other] = ['caseload-2026-01-01T03-15-00Z.backup', 'notes of 2026-01-01.txt']
  for (const name of [old, other]) writeFileSync(join(folder, name), '')
  const here = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: settings.dataDir,
    BACKUP_KEY: randomBytes(32).toString('base64'),
    BACKUP_FOLDER: folder,
  }
  const made = await run('cli/backup.ts', here)
  expect(made).toMatchObject({ exit: 0, said: expect.stringContaining(`Deleted ${join(folder, old)}`) })
  expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/^caseload-\d{4}.*Z\.backup$/), other])
  const tried = await run('cli/restore.ts', here, '--trial')
  expect(tried, tried.said).toMatchObject({ exit: 0, said: expect.stringMatching(/and removed again\n$/) })
  expect(await askOwner(source.place, TRIALS)).toEqual([])
  expect(existsSync(join(settings.dataDir, 'trial-restore'))).toBe(false)
  const rows = await source.clinic.db.auditLog.findMany({
    where: { action: 'created', resourceType: { in: ['backup', 'trial_restore'] } },
    orderBy: { createdAt: 'asc' },
  })
  expect(rows).toMatchObject([
    { resourceType: 'backup', details: { files: 1, unreadable: 0 } },
    { resourceType: 'trial_restore', resourceId: rows[0]?.resourceId, details: { hadProblems: false } },
  ])

  await shelf.remove(source.record.filePath)
  writeFileSync(join(folder, old), '')
  expect(await run('cli/backup.ts', here)).toMatchObject({ exit: 1 })
  expect(readdirSync(folder)).toContain(old)
})

test('incremental backups store each record file once, and are checked, tried and tidied', async ({
  source,
}) => {
  const { ownerUrl, settings } = source.place
  const folder = temporaryFolder()
  const here = {
    DATABASE_URL: ownerUrl,
    DATA_DIR: settings.dataDir,
    BACKUP_KEY: randomBytes(32).toString('base64'),
    BACKUP_FOLDER: folder,
    BACKUP_INCREMENTAL: 'true',
  }
  const shared = `${folder}/files/age1\\w+`
  const first = await run('cli/backup.ts', here)
  expect(first, first.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(new RegExp(`1 file, .*\\n1 new file in ${shared}\\nRead it back`, 's')),
  })
  const [recipient = ''] = readdirSync(join(folder, 'files'))
  const stale = join(folder, 'files', recipient, 'ab', 'ab'.repeat(16))
  mkdirSync(join(stale, '..'), { recursive: true })
  writeFileSync(stale, 'of a purged record')
  utimesSync(stale, 0, 0)
  const next = await run('cli/backup.ts', here)
  expect(next, next.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/0 new files in .*Read it back.*Deleted 1 record file that no backup needs/s),
  })
  expect(existsSync(stale)).toBe(false)

  writeFileSync(stale, 'of a purged record')
  utimesSync(stale, 0, 0)
  const damaged = `caseload-${new Date().getFullYear()}-01-01T03-15-00Z.backup`
  writeFileSync(join(folder, damaged), 'of another program')
  const kept = await run('cli/backup.ts', { ...here, BACKUP_KEEP_DAYS: '36500' })
  expect(kept, kept.said).toMatchObject({
    exit: 1,
    said: expect.stringMatching(
      new RegExp(
        `The backup is complete, but no record file .* was deleted. .*${damaged} is no backup of Caseload`,
      ),
    ),
  })
  expect(existsSync(stale)).toBe(true)
  rmSync(join(folder, damaged))

  const checked = await run('cli/restore.ts', here, '--check', '--newest')
  expect(checked, checked.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/is complete, .* 1 file, read in/),
  })
  const tried = await run('cli/restore.ts', here, '--trial')
  expect(tried, tried.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/1 file, opened and hashed/),
  })
})

test('a clinic is backed up to a bucket, and its newest backup is put back from there', async ({
  source,
}) => {
  const { ownerUrl, settings } = source.place
  const [bucket, there] = [await openS3('backups'), await emptyPlace()]
  onTestFinished(bucket.close)
  const old = 'clinic/caseload-2020-01-01T03-15-00Z.backup'
  bucket.objects.set(old, { content: Buffer.alloc(1), at: new Date() })
  const place = {
    ...s3Credentials,
    BACKUP_KEY: randomBytes(32).toString('base64'),
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ENDPOINT: bucket.settings.endpoint,
    BACKUP_S3_PREFIX: 'clinic/',
  }
  const made = await run('cli/backup.ts', { ...place, DATABASE_URL: ownerUrl, DATA_DIR: settings.dataDir })
  expect(made, made.said).toMatchObject({
    exit: 0,
    said: expect.stringMatching(/s3:\/\/backups\/clinic\/caseload-.*Read it back.*Deleted s3:.*2020-01-01/s),
  })
  expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/^clinic\/caseload-\d{4}.*Z\.backup$/)])
  const elsewhere = { ...place, DATABASE_URL: there.ownerUrl, DATA_DIR: there.settings.dataDir }
  const restored = await run('cli/restore.ts', elsewhere, '--newest')
  expect(restored, restored.said).toMatchObject({ exit: 0 })
  expect(restored.said).toMatch(/1 file, opened and hashed/)
})

const TRIALS = `SELECT datname::text AS name FROM pg_database WHERE datname = 'caseload_trial_' || md5(current_database())
  UNION ALL SELECT rolname::text FROM pg_roles WHERE rolname = 'caseload_trial_' || md5(current_database())`
