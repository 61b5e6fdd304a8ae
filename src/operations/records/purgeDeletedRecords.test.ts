import { expect } from 'vitest'
import { BACKUP_LOCK } from '#domain/backup/lock.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { filesOf, storedRecord } from '#tests/support/recordFiles.ts'

import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { deleteRecord } from './deleteRecord.ts'
import { listDeletedRecords } from './listDeletedRecords.ts'
import { purgeDeletedRecords } from './purgeDeletedRecords.ts'
import { removeStrayFiles } from './removeStrayFiles.ts'
import { restoreRecord } from './restoreRecord.ts'

const DAY = 86_400_000
const later = (clinic: TestClinic, days: number) => {
  clinic.now = new Date(clinic.now.getTime() + days * DAY)
}

/** Creates records of one patient that were deleted today. */
async function deleted(clinic: TestClinic, count = 1) {
  await clinic.instances.settings.refresh()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  const records = []
  const keys: string[] = []
  for (let n = 0; n < count; n += 1) {
    const values = {
      patientId,
      uploadedById: admin.actor.id,
      description: 'The knee',
      fileName: 'knee.jpg',
      mimeType: 'image/jpeg',
      imageDescription: 'A swollen left knee',
    }
    const { id: recordId, filePath } = await storedRecord(clinic, values)
    keys.push(filePath)
    await deleteRecord(admin, { patientId, recordId, reason: 'Belongs to another chart' })
    records.push({ patientId, recordId })
  }
  /** How many of the files still exist. */
  const lying = async () => (await filesOf(clinic)).filter((key) => keys.includes(key)).length
  return { admin, patientId, records, lying, purge: () => purgeDeletedRecords(clinic.anonymous()) }
}

test('a deleted record is purged after the retention period, and its row and audit entry stay', async ({
  clinic,
}) => {
  const { admin, patientId, records, lying, purge } = await deleted(clinic)
  const [which] = records as [(typeof records)[number]]
  const { sha256, fileName, fileSize } = await clinic.db.patientRecord.findFirstOrThrow()
  const deletedAt = clinic.now
  later(clinic, 2191)
  expect(await purge()).toBe(0)
  expect(await lying()).toBe(1)

  later(clinic, 1)
  expect(await purge()).toBe(1)
  expect(await purge()).toBe(0)
  expect(await lying()).toBe(0)
  const trace = { id: which.recordId, patientId, fileName, fileSize, sha256, purgedAt: clinic.now, deletedAt }
  const gone = { wrappedKey: null, keyId: null, description: null, imageDescription: null, filePath: '' }
  const by = { deletedById: admin.actor.id, deleteReason: 'Belongs to another chart' }
  expect(await clinic.db.patientRecord.findMany()).toMatchObject([{ ...trace, ...gone, ...by }])
  await expect(restoreRecord(admin, which)).rejects.toMatchObject({ code: 'conflict' })
  expect((await listDeletedRecords(admin, patientId, {})).rows).toHaveLength(1)
  expect(
    await clinic.db.auditLog.findMany({ where: { action: 'deleted' }, orderBy: { id: 'asc' } }),
  ).toMatchObject([
    { userId: admin.actor.id, details: { hasReason: true } },
    { userId: null, resourceId: which.recordId, patientId, details: { purged: true }, createdAt: clinic.now },
  ])
})

test('the clinic sets the period, and a shorter one also applies to records already deleted', async ({
  clinic,
}) => {
  const { admin, records, lying, purge } = await deleted(clinic, 2)
  const [kept] = records as [(typeof records)[number]]
  await restoreRecord(admin, kept)
  later(clinic, 40)
  expect(await purge()).toBe(0)
  await editClinicSettings(admin, { keepDeletedDays: 40 })
  expect(await purge()).toBe(1)
  expect(await clinic.db.patientRecord.findUnique({ where: { id: kept.recordId } })).toMatchObject({
    deletedAt: null,
    purgedAt: null,
  })
  expect(await lying()).toBe(1)
})

test('any number of due records is purged, with one audit row each', async ({ clinic }) => {
  const { admin, patientId, purge } = await deleted(clinic, 3)
  const by = admin.actor.id
  const fromBefore = {
    filePath: '/from before files were taken in',
    fileSize: 1,
    mimeType: 'application/pdf',
  }
  await clinic.db.patientRecord.createMany({
    data: Array.from({ length: 240 }, (_, n) => ({
      ...{ patientId, fileName: `${n}.pdf`, uploadedById: by, deletedById: by, deletedAt: clinic.now },
      ...fromBefore,
    })),
  })
  later(clinic, 2192)
  expect(await purge()).toBe(243)
  expect(await clinic.db.patientRecord.count({ where: { purgedAt: null } })).toBe(0)
  expect(await clinic.db.auditLog.count({ where: { userId: null, action: 'deleted' } })).toBe(243)
})

test('after an interrupted purge the file cannot be decrypted, and the next purge deletes it', async ({
  clinic,
}) => {
  const { lying, purge } = await deleted(clinic, 2)
  later(clinic, 2192)
  const { recordStore } = clinic.instances
  clinic.instances.recordStore = { ...recordStore, remove: () => Promise.reject(new Error('cut off')) }
  await expect(purge()).rejects.toThrow('cut off')
  expect(await lying()).toBe(2)
  expect(await clinic.db.patientRecord.count({ where: { wrappedKey: null, purgedAt: { not: null } } })).toBe(
    2,
  )
  clinic.instances.recordStore = recordStore
  await removeStrayFiles(clinic.anonymous())
  expect(await lying(), 'what a row names is no stray').toBe(2)
  expect(await purge()).toBe(0)
  expect(await lying()).toBe(0)
  expect(await clinic.db.auditLog.count({ where: { userId: null, action: 'deleted' } })).toBe(2)
})

test('two concurrent purges purge each record once', async ({ clinic }) => {
  const { purge } = await deleted(clinic, 5)
  later(clinic, 2192)
  const [one, other] = await Promise.all([purge(), purge()])
  expect((one ?? 0) + (other ?? 0)).toBe(5)
  expect(await clinic.db.auditLog.count({ where: { userId: null, action: 'deleted' } })).toBe(5)
})

test('records are not purged during a backup, but afterward', async ({ clinic, database }) => {
  const { lying, purge } = await deleted(clinic)
  later(clinic, 2192)
  await asOwner(database, async (backup) => {
    await backup.query('SELECT pg_advisory_lock($1)', [BACKUP_LOCK])
    expect(await purge()).toBe(0)
    expect(await lying()).toBe(1)
    expect(await clinic.db.patientRecord.count({ where: { purgedAt: null } })).toBe(1)
  })
  expect(await purge()).toBe(1)
})
