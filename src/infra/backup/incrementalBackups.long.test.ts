import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter } from 'age-encryption'
import { expect } from 'vitest'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { test } from '#tests/support/backedUpClinic.ts'
import { askOwner, backUp, backupSecret, contentsOf, emptyPlace, putBack } from '#tests/support/backups.ts'
import { pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { openTestS3 } from '#tests/support/s3Server.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { checkBackup } from './checkBackup.ts'
import { diskFile, diskPlace } from './diskBackups.ts'
import { makeBackup } from './makeBackup.ts'
import { newestBackup } from './openBackupPlace.ts'
import type { Place } from './restoreBackup.ts'
import { s3Place } from './s3Backups.ts'
import { removeUnlistedFiles } from './sharedFiles.ts'

const quiet = () => {}
const LATER = new Date('2100-01-01')

/** Where a record's file is stored in the clinic. */
const storedIn = ({ settings }: Place, { filePath }: { filePath: string }) =>
  join(settings.dataDir, 'records', filePath.slice(0, 2), filePath)

/** Makes incremental backups in one folder, named one second apart. */
function incremental(place: Place, folder = temporaryFolder()) {
  let second = 0
  const make = (secret = backupSecret) => {
    second += 1
    const now = () => new Date(Date.UTC(2026, 0, 5, 3, 0, second))
    return backUp(place, { file: folder, isIncremental: true, secret, now })
  }
  const shared = () => {
    const [recipient = ''] = existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : []
    return (filePath: string) => join(folder, 'files', recipient, filePath.slice(0, 2), filePath)
  }
  return { folder, make, shared }
}

const check = (file: string, toRead: ReadonlySet<string> | 'all' = 'all') =>
  checkBackup(diskFile(file), backupSecret, toRead, quiet)

test('each file is stored once, and every backup restores what the clinic had when it was made', async ({
  source,
}) => {
  const { clinic, by, record, place } = source
  const { make } = incremental(place)
  const first = await make()
  const before = await contentsOf(place)
  const second = await storedRecord(clinic, by, pdfOf(200_000))
  const next = await make()
  expect([...first.added]).toEqual([record.filePath])
  expect([...next.added]).toEqual([second.filePath])
  expect(next).toMatchObject({ files: { count: 0 }, shared: { count: 2 }, unreadable: { count: 0 } })
  expect(next.bytes).toBeLessThan(200_000)

  const early = await emptyPlace()
  expect(await putBack(early, first.path)).toMatchObject({ files: 1 })
  expect(await contentsOf(early)).toMatchObject({ patient_records: before.patient_records })
  const late = await emptyPlace()
  expect(await putBack(late, next.path)).toMatchObject({ files: 2 })
  for (const one of [record, second])
    expect(readFileSync(storedIn(late, one))).toEqual(readFileSync(storedIn(place, one)))
})

test('age opens a shared file with the identity in the backup', async ({ source }) => {
  const { record, place } = source
  const { make, shared } = incremental(place)
  const { path } = await make()
  const outer = new Decrypter()
  outer.addPassphrase(String(backupSecret.keys[0]?.toString('base64')))
  const folder = temporaryFolder()
  const input = await outer.decrypt(readFileSync(path))
  execFileSync('tar', ['-xf', '-', '-C', folder], { input })
  expect(readdirSync(folder)).not.toContain('records')
  const inner = new Decrypter()
  inner.addIdentity(JSON.parse(readFileSync(join(folder, 'shared.json'), 'utf8')).identity)
  const stored = readFileSync(shared()(record.filePath))
  expect(Buffer.from(await inner.decrypt(stored))).toEqual(sample('rotation.pdf'))
  const [line] = readFileSync(join(folder, 'shared', 'list', '00001.tsv'), 'utf8').split('\n')
  expect(line).toBe(`${record.filePath}\t${record.fileSize}\t${record.keptSha256 ?? record.sha256}`)
})

test('a shared file that is missing or was changed is named, and nothing is restored', async ({ source }) => {
  const { clinic, by, record, place } = source
  const { make, shared } = incremental(place)
  const other = await storedRecord(clinic, by, pdfOf(1000))
  const { path } = await make()
  const file = shared()(record.filePath)
  const content = readFileSync(file)
  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500)
  writeFileSync(file, changed)
  await expect(check(path)).rejects.toThrow(`The record file ${record.filePath} in `)
  await expect(check(path, new Set([record.filePath]))).rejects.toThrow(/cannot be read, or was changed/)
  await expect(check(path, new Set())).resolves.toMatchObject({ manifest: { shared: { count: 2 } } })
  // A file that is encrypted for the right identity, but not the one in the list.
  writeFileSync(file, readFileSync(shared()(other.filePath)))
  await expect(check(path)).rejects.toThrow(/is another one/)
  await expect(putBack(await emptyPlace(), path)).rejects.toThrow(/is another one/)
  rmSync(file)
  const missing = `1 record files of the backup are missing in ${join(file, '..', '..')}, among them ${record.filePath}`
  await expect(check(path, new Set())).rejects.toThrow(missing)
  const there = await emptyPlace()
  await expect(putBack(there, path)).rejects.toThrow(missing)
  expect(await askOwner(there, "SELECT to_regclass('patients') AS found")).toEqual([{ found: null }])
})

test('a file that a killed backup had begun is not taken for a stored one', async ({ source }) => {
  const { record, place } = source
  const { make, shared } = incremental(place)
  await make()
  const file = shared()(record.filePath)
  writeFileSync(`${file}.half`, readFileSync(file).subarray(0, 100))
  rmSync(file)
  const { path, added } = await make()
  expect([...added]).toEqual([record.filePath])
  await expect(check(path)).resolves.toMatchObject({ manifest: { shared: { count: 1 } } })
  expect(existsSync(`${file}.half`)).toBe(false)
})

test('a record that does not open is in the backup itself, and is shared once it was repaired', async ({
  source,
}) => {
  const { clinic, by, place } = source
  const { make } = incremental(place)
  const damaged = await storedRecord(clinic, by, pdfOf(200_000))
  const lost = await storedRecord(clinic, by)
  const file = storedIn(place, damaged)
  const whole = readFileSync(file)
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(100_000) ^ 1, 100_000)
  writeFileSync(file, changed)
  const lostFile = readFileSync(storedIn(place, lost))
  rmSync(storedIn(place, lost))
  const first = await make()
  expect(first).toMatchObject({ files: { count: 1 }, shared: { count: 1 }, unreadable: { count: 2 } })
  writeFileSync(file, whole)
  writeFileSync(storedIn(place, lost), lostFile)
  const next = await make()
  expect([...next.added].sort()).toEqual([damaged.filePath, lost.filePath].sort())
  expect(next).toMatchObject({ files: { count: 0 }, shared: { count: 3 }, unreadable: { count: 0 } })
  // The earlier backup is still what it was.
  const there = await emptyPlace()
  expect(await putBack(there, first.path)).toMatchObject({ files: 2 })
  expect(readFileSync(storedIn(there, damaged))).toEqual(changed)
})

test('a shared file is deleted when no backup lists it anymore', async ({ source }) => {
  const { clinic, by, record, place } = source
  const { folder, make, shared } = incremental(place)
  const gone = await storedRecord(clinic, by)
  const first = await make()
  await askOwner(place, `DELETE FROM patient_records WHERE id = '${gone.id}'`)
  const next = await make()
  const remove = (then: Date, secret = backupSecret) => {
    if (!next.sharedFiles) throw new Error('The backup is not incremental')
    return removeUnlistedFiles(diskPlace(folder), next.sharedFiles, secret, then)
  }
  expect(await remove(LATER)).toBe(0)
  rmSync(first.path)
  // A file that has just been stored may belong to a backup that is still being made.
  expect(await remove(new Date(Date.now() - 60_000))).toBe(0)
  await expect(remove(LATER, { keys: [randomBytes(32)] })).rejects.toThrow('No key in BACKUP_KEY opens')
  expect(existsSync(shared()(gone.filePath))).toBe(true)
  expect(await remove(LATER)).toBe(1)
  expect(existsSync(shared()(gone.filePath))).toBe(false)
  expect(existsSync(shared()(record.filePath))).toBe(true)
  await expect(check(next.path)).resolves.toMatchObject({ manifest: { shared: { count: 1 } } })
})

test('a new key in front keeps the files; without the old key, all files are stored again', async ({
  source,
}) => {
  const { place } = source
  const { folder, make } = incremental(place)
  await make()
  const rotated = { keys: [randomBytes(32), ...backupSecret.keys] }
  const next = await make(rotated)
  expect(next.added.size).toBe(0)
  const there = await emptyPlace()
  expect(await putBack(there, next.path, { secret: { keys: rotated.keys.slice(0, 1) } })).toMatchObject({
    files: 1,
  })
  const other = await make({ keys: [randomBytes(32)] })
  expect(other.added.size).toBe(1)
  expect(readdirSync(join(folder, 'files'))).toHaveLength(2)
})

test('a whole backup in between has all files itself', async ({ source }) => {
  const { place } = source
  const { folder, make } = incremental(place)
  await make()
  const whole = await backUp(place, { file: join(folder, 'caseload-2026-01-05T04-00-00Z.backup') })
  expect(whole).toMatchObject({ files: { count: 1 }, sharedFiles: null })
  rmSync(join(folder, 'caseload-2026-01-05T03-00-01Z.backup'))
  rmSync(join(folder, 'files'), { recursive: true })
  expect(await putBack(await emptyPlace(), whole.path)).toMatchObject({ files: 1 })
})

test('a bucket keeps shared files beside its backups', async ({ source }) => {
  const { clinic, by, record, place } = source
  const { settings, objects, contract } = await openTestS3('backups')
  const bucket = s3Place(settings)
  const options = { secret: backupSecret, signal: new AbortController().signal, isIncremental: true }
  const from = {
    ...place,
    shelf: openBlobStore({ recordsBucket: undefined, dataDir: place.settings.dataDir }),
  }
  const make = (second: number) =>
    makeBackup(
      {
        ...from,
        secrets: () => ({ recordsKeys: keysOf(place), seal: null, sessionSecrets: [] }),
        version: 'test',
      },
      bucket,
      { ...options, now: () => new Date(Date.UTC(2026, 0, 5, 3, 0, second)), onProgress: quiet },
    )
  await make(1)
  for (let n = 0; n < 4; n += 1) await storedRecord(clinic, by)
  const next = await make(2)
  expect(next.added.size).toBe(4)
  const names = [...objects.keys()].map((name) => name.replace(/age1[a-z0-9]+/, 'RECIPIENT'))
  expect(names).toContain(`clinic/records/files/RECIPIENT/${record.filePath}`)
  expect(names.filter((name) => name.includes('/files/'))).toHaveLength(5)
  const newest = await newestBackup(bucket)
  const checked = await checkBackup(newest, backupSecret, 'all', quiet)
  expect(checked.manifest.shared).toMatchObject({ count: 5 })
  contract.spoil = ({ method, key }) => (method === 'PUT' && key.includes('/files/') ? 403 : undefined)
  await storedRecord(clinic, by)
  await expect(make(3)).rejects.toThrow(
    /^No record file can be written to s3:\/\/backups\/clinic\/records\/files\/age1/,
  )
  expect((await bucket.backups()).map(({ file }) => file.path)).toHaveLength(2)
})

const keysOf = ({ settings }: Place) => [readFileSync(join(settings.dataDir, 'records-key'), 'utf8')]
