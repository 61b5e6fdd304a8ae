import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { type AddFile, openBackupFile, writeBackupFile } from './backupFile.ts'
import { diskFile, diskPlace } from './diskBackups.ts'

const secret = { keys: [randomBytes(32)] }
const never = new AbortController().signal

function folder(): string {
  const path = temporaryFolder()
  return path
}

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 50_000) yield content.subarray(at, at + 50_000)
}

/** Files that do not end at chunk boundaries. The rows of a table are in two of them. */
const rows = randomBytes(300_001)
const files = {
  'about.json': Buffer.from('{}'),
  'tables/patients/00001.tsv.gz': rows.subarray(0, 150_001),
  'tables/patients/00002.tsv.gz': rows.subarray(150_001),
  'records/a': Buffer.alloc(0),
  'end.json': Buffer.from('all'),
}
const held = {
  'about.json': files['about.json'],
  'tables/patients': rows,
  'records/a': files['records/a'],
  'end.json': files['end.json'],
}

async function addAll(add: AddFile) {
  for (const [name, content] of Object.entries(files)) await add(name, content.length, pieces(content))
}

async function written(given: Parameters<typeof writeBackupFile>[1] = secret) {
  const path = join(folder(), 'one.backup')
  await writeBackupFile(diskFile(path), given, addAll, never)
  return path
}

async function readAll(path: string, given: Parameters<typeof openBackupFile>[1] = secret) {
  const { parts } = await openBackupFile(diskFile(path), given)
  const found: Record<string, Buffer> = {}
  for await (const part of parts()) found[part.name] = Buffer.concat(await Array.fromAsync(part.content))
  return found
}

test('a backup returns what was written, encrypted and readable by its owner only', async () => {
  const path = await written()
  expect(await readAll(path)).toEqual(held)
  const stored = readFileSync(path)
  expect(stored.includes(rows.subarray(1000, 1032))).toBe(false)
  expect(stored.includes('patients')).toBe(false)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a passphrase works too, and another passphrase or key does not open the backup', async () => {
  const passphrase = 'correct horse battery staple'
  const path = await written({ passphrase })
  expect(await readAll(path, { passphrase })).toEqual(held)
  const wrongPassphrase = {
    name: 'BackupProblem',
    message: expect.stringMatching(/^BACKUP_PASSPHRASE does not open this backup/),
  }
  const wrongKey = {
    name: 'BackupProblem',
    message: expect.stringMatching(/^No key in BACKUP_KEY opens this backup/),
  }
  await expect(readAll(path, { passphrase: `${passphrase}.` })).rejects.toMatchObject(wrongPassphrase)
  const byKey = await written()
  await expect(readAll(byKey, { keys: [randomBytes(32)] })).rejects.toMatchObject(wrongKey)
  await expect(readAll(byKey, { passphrase })).rejects.toMatchObject(wrongPassphrase)
  const newer = { keys: [randomBytes(32), ...secret.keys] }
  expect(await readAll(byKey, newer)).toEqual(held)
})

test('a changed byte anywhere is detected, and inside the content its part is named', async () => {
  const path = await written()
  const whole = readFileSync(path)
  const inside = whole.indexOf('\n---') + 64
  const places = Array.from({ length: 60 }, (_, n) => Math.floor((n * (whole.length - 1)) / 59))
  const header = Array.from({ length: inside / 4 }, (_, n) => 4 * n)
  for (const at of [...header, ...places]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(path, changed)
    const reading = readAll(path)
    await expect(reading, `byte ${at}`).rejects.toMatchObject({ name: 'BackupProblem' })
    if (at > inside + 70_000 && at < inside + 280_000)
      await expect(reading).rejects.toThrow(
        /in its part "tables\/patients": it was changed or cut off near byte \d+/,
      )
  }
})

test('a truncated backup is rejected at any length', async () => {
  const path = await written()
  const whole = readFileSync(path)
  for (const length of [0, 10, 400, 70_000, 131_000, whole.length - 20, whole.length - 1]) {
    writeFileSync(path, whole)
    truncateSync(path, length)
    await expect(readAll(path), `${length} bytes`).rejects.toMatchObject({ name: 'BackupProblem' })
  }
  writeFileSync(path, Buffer.concat([whole, Buffer.from('.')]))
  await expect(readAll(path)).rejects.toMatchObject({ name: 'BackupProblem' })
})

test('parts without the last one are not a complete backup', async () => {
  const path = join(folder(), 'one.backup')
  const addTable = (add: AddFile) => add('tables/patients/00001.tsv.gz', 100, randomBytes(100))
  await writeBackupFile(diskFile(path), secret, addTable, never)
  await expect(readAll(path)).rejects.toThrow('is not all there')
})

test('an unfinished backup has another name, and a failed one leaves no file', async () => {
  const path = join(folder(), 'one.backup')
  const cancel = new AbortController()
  async function endless(add: AddFile) {
    for (;;) {
      await add('records/a', 100_000, pieces(randomBytes(100_000)))
      if (existsSync(`${path}.half`)) cancel.abort(new Error('enough'))
    }
  }
  await expect(writeBackupFile(diskFile(path), secret, endless, cancel.signal)).rejects.toThrow()
  async function failing(add: AddFile) {
    await add('records/a', 100, randomBytes(100))
    throw new Error('PostgreSQL is gone')
  }
  await expect(writeBackupFile(diskFile(path), secret, failing, never)).rejects.toThrow('PostgreSQL is gone')
  const tooShort = (add: AddFile) => add('records/a', 100, randomBytes(99))
  await expect(writeBackupFile(diskFile(path), secret, tooShort, never)).rejects.toThrow()
  async function* broken() {
    yield randomBytes(50)
    throw new Error('The disk is gone')
  }
  const unreadable = (add: AddFile) => add('records/a', 100, broken())
  await expect(writeBackupFile(diskFile(path), secret, unreadable, never)).rejects.toThrow('The disk is gone')
  expect(readdirSync(join(path, '..'))).toEqual([])
})

test('a backup never overwrites a file, and gets a new name in a folder', async () => {
  const place = folder()
  const now = new Date('2026-01-05T15:00:00Z')
  const { path } = await diskPlace(place).newFile(now)
  expect(path).toBe(join(place, 'caseload-2026-01-05T15-00-00Z.backup'))
  writeFileSync(path, '')
  await expect(diskPlace(path).newFile(now)).rejects.toThrow('is there already')
  const nowhere = diskPlace(join(place, 'nowhere', 'one.backup'))
  await expect(nowhere.newFile(now)).rejects.toThrow('There is no folder')
})
