import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { backupTasks } from './scheduledBackups.ts'

test('a scheduled backup is made, and administrators are alerted to one that failed', async ({ source }) => {
  const { clinic, admin, place } = source
  const folder = temporaryFolder()
  const work = (into: string) => {
    const backupSchedule = {
      place: { folder: into },
      backupAt: '15 3 * * *',
      trialRestoreAt: undefined,
      isIncremental: false,
      keepDays: 31,
    }
    const variables = {
      SESSION_SECRET,
      DATABASE_URL: place.ownerUrl,
      DATA_DIR: place.settings.dataDir,
      BACKUP_KEY: randomBytes(32).toString('base64'),
      BACKUP_FOLDER: into,
    }
    const tasks = backupTasks({ backupSchedule, mode: 'production' }, variables)
    expect(Object.keys(tasks)).toEqual(['make_backup'])
    const around = {
      log: pino({ level: 'silent' }),
      stopping: new AbortController().signal,
      startedAt: clinic.now,
    }
    return tasks.make_backup?.work(clinic.anonymous(), around)
  }
  const alerts = () =>
    clinic.db.alert.findMany({
      where: { userId: admin.id, type: 'backup_failed' },
      select: { message: true },
    })
  await work(folder)
  expect(readdirSync(folder)).toHaveLength(1)
  expect(await alerts()).toEqual([])
  const missing = join(folder, 'unmounted')
  await work(missing)
  expect(await alerts()).toEqual([{ message: `The scheduled backup failed. There is no folder ${missing}` }])
})
