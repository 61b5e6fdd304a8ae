import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { diskBlobStore } from '#infra/records/diskBlobStore.ts'
import { makeRecordKeys } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { SESSION_SECRET, type TestClinic } from '#tests/support/clinic.ts'
import { inPieces, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { startProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { receiveFile } from './receiveFile.ts'
import { rotateRecordKeys } from './rotateRecordKeys.ts'
import { downloadRecord } from './serveRecord.ts'
import { uploadRecord } from './uploadRecord.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

function folder(): string {
  const path = temporaryFolder()
  return path
}

/** A clinic with records encrypted under the old key, and its view after a new key is added in front. */
async function closedByOld(clinic: TestClinic, count: number) {
  const shelf = diskBlobStore(folder())
  const store = (keys: Buffer[]) => makeRecordStore({ shelf, keys: makeRecordKeys(keys), logFault: () => {} })
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  clinic.instances.recordStore = store([oldKey])
  const values = { patientId: patient.id, uploadedById: admin.id }
  const records = []
  for (let n = 0; n < count; n += 1) records.push(await storedRecord(clinic, values))
  clinic.instances.recordStore = store([newKey, oldKey])
  const download = async (recordId: string) => {
    const { read } = await downloadRecord(clinic.as(admin), { patientId: patient.id, recordId })
    return Buffer.concat(await Array.fromAsync(read()))
  }
  return { admin, patient, records, download, store }
}

const keyIds = async ({ db }: TestClinic) =>
  (await db.patientRecord.groupBy({ by: ['keyId'], _count: true })).map(({ _count }) => _count).sort()

test('every key is re-encrypted during uploads and downloads; then the old master key can be removed', async ({
  clinic,
}) => {
  const { admin, patient, records, download, store } = await closedByOld(clinic, 7)
  const seen: number[] = []
  const rotated = await rotateRecordKeys(clinic.anonymous(), {
    batch: 3,
    onProgress: async (rotation) => {
      seen.push(rotation.rotated)
      for (const { id } of records) expect(await download(id)).toEqual(sample('rotation.pdf'))
      const file = await receiveFile(clinic.anonymous(), {
        fileName: 'a.pdf',
        content: inPieces(sample('rotation.pdf')),
      })
      await uploadRecord(clinic.as(admin), { patientId: patient.id, file })
    },
  })
  expect(seen).toEqual([3, 6, 7])
  expect(rotated).toMatchObject({ rotated: 7, total: 7, failed: [], needed: [rotated.newest] })
  expect(rotated.spare).toEqual([records[0]?.keyId])
  clinic.instances.recordStore = store([newKey])
  for (const { id } of await clinic.db.patientRecord.findMany())
    expect(await download(id)).toEqual(sample('rotation.pdf'))
  const rows = await clinic.db.auditLog.findMany({ where: { resourceType: 'records_key' } })
  expect(rows.map(({ details }) => (details as { files: number }).files).sort()).toEqual([1, 3, 3])
  for (const row of rows) expect(row).toMatchObject({ action: 'updated', resourceId: rotated.newest })
})

test('concurrent and repeated rotations re-encrypt each key once', async ({ clinic }) => {
  await closedByOld(clinic, 9)
  const rotate = () => rotateRecordKeys(clinic.anonymous(), { batch: 2 })
  const [one, other] = await Promise.all([rotate(), rotate()])
  expect(one.rotated + other.rotated).toBe(9)
  expect(await rotate()).toMatchObject({ rotated: 0, total: 0 })
})

test('a key that cannot be decrypted is reported and unchanged, and its master key stays needed', async ({
  clinic,
}) => {
  const { records } = await closedByOld(clinic, 3)
  const [first] = records
  const id = first?.id ?? ''
  await clinic.db.patientRecord.update({ where: { id }, data: { wrappedKey: new Uint8Array(60) } })
  const rotated = await rotateRecordKeys(clinic.anonymous(), { batch: 2 })
  expect(rotated).toMatchObject({ rotated: 2, failed: [id], spare: [] })
  expect(rotated.needed).toContain(first?.keyId)
})

/** Enough records that a process can be killed before it has finished. */
const ROWS = 2_001

test('killed in the middle, it goes on where it was', async ({ clinic, database }) => {
  const { records, download } = await closedByOld(clinic, 1)
  const { id: _, ...row } = records[0] ?? expect.fail('No record')
  const data = Array.from({ length: ROWS - 1 }, () => ({
    ...row,
    wrappedKey: new Uint8Array(row.wrappedKey ?? []),
  }))
  await clinic.db.patientRecord.createMany({ data })
  const program = () =>
    startProgram('cli/rotateKeys.ts', {
      NODE_ENV: 'production',
      SESSION_SECRET,
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: join(folder(), 'data'),
      RECORDS_KEY: [newKey, oldKey].map((key) => key.toString('base64')).join(','),
    })
  const first = program()
  while (!/\d+ of 2,001 keys/.test(first.said()) && first.child.exitCode === null) await sleep(5)
  first.child.kill('SIGKILL')
  expect(await first.over).toBe('SIGKILL')
  const [fewer = 0, more] = await keyIds(clinic)
  expect([fewer > 0, more]).toEqual([true, ROWS - fewer])
  expect(await download(records[0]?.id ?? '')).toEqual(sample('rotation.pdf'))

  const second = program()
  expect(await second.over).toBe(0)
  expect(second.said()).toMatch(
    /Re-encrypted with \w{16}: [\d,]+ keys?\nThe key \w{16} is no longer needed\n$/,
  )
  expect(await keyIds(clinic)).toEqual([ROWS])
  expect(await download(records[0]?.id ?? '')).toEqual(sample('rotation.pdf'))
})
