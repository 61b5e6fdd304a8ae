import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { migrate } from '#infra/migrate.ts'
import { openedIn, test } from '#tests/support/backedUpClinic.ts'
import { askOwner, backUp, emptyPlace, placeOn, putBack } from '#tests/support/backups.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { openTestS3 } from '#tests/support/s3Server.ts'

const quiet = () => {}

test('a clinic with one object store is restored to another one', async ({ source }) => {
  const [one, other] = [await openTestS3(), await openTestS3('elsewhere')]
  const { clinic, place, record } = source
  const { filePath } = await clinic.db.patientRecord.findUniqueOrThrow({ where: { id: record.id } })
  const inBucket = await placeOn(place.ownerUrl, place.settings.dataDir, one.settings)
  await inBucket.shelf.write(filePath, place.shelf.read(filePath, 0, 100_000))
  const { path } = await backUp(inBucket)
  const there = await emptyPlace({ ...other.settings, bucket: 'elsewhere' })
  expect(await putBack(there, path)).toMatchObject({ files: 1 })
  expect([...other.objects.keys()]).toEqual([other.settings.prefix + filePath])
  const next = await emptyPlace({ ...other.settings, bucket: 'elsewhere' })
  await expect(putBack(next, path)).rejects.toThrow('not empty: it has record files')
})

test('a backup of an older Caseload is restored and migrated', async ({ source }) => {
  const old = await emptyPlace()
  const known = await askOwner<{ name: string }>(
    source.place,
    'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
  )
  const names = known.map(({ name }) => name)
  const only = names.slice(0, names.indexOf('20261121100500_acts_and_closed_tasks'))
  await migrate({ ownerUrl: old.ownerUrl, log: quiet, restoring: { only } })
  await askOwner(
    old,
    `INSERT INTO users (id, email, password_hash, first_name, last_name, role)
     VALUES ('${randomUUID()}', 'ada@clinic.test', 'x', 'Ada', 'Marsh', 'admin')`,
  )
  const { path } = await backUp(old)
  const there = await emptyPlace()
  await (await putBack(there, path)).release()
  const user = await (await openedIn(there)).db.user.findFirstOrThrow()
  expect(user).toMatchObject({ email: 'ada@clinic.test', emailAlerts: true })
  await askOwner(
    there,
    `UPDATE _prisma_migrations SET migration_name = '29991231_of_tomorrow' WHERE migration_name = '${names.at(-1)}'`,
  )
  const newer = await backUp(there)
  await expect(putBack(await emptyPlace(), newer.path)).rejects.toThrow(
    '29991231_of_tomorrow, which this Caseload does not know',
  )
})

test('files lost or changed in the clinic are reported, and everything else is restored', async ({
  source,
}) => {
  const { clinic, by, place } = source
  const [lost, changed] = [await storedRecord(clinic, by), await storedRecord(clinic, by)]
  await place.shelf.remove(lost.filePath)
  const file = join(place.settings.dataDir, 'records', changed.filePath.slice(0, 2), changed.filePath)
  const content = readFileSync(file)
  writeFileSync(file, content.fill(0, 100, 101))
  const { path, unreadable } = await backUp(place)
  expect(unreadable.count).toBe(2)
  expect(unreadable.first).toEqual(
    expect.arrayContaining([
      { record: lost.id, reason: 'lost' },
      { record: changed.id, reason: 'changed' },
    ]),
  )
  expect(await putBack(await emptyPlace(), path)).toMatchObject({ files: 1 })
})
