import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backupPath, openBackupFile, writeBackupFile } from './backupFile.ts'
import { partOf } from './parts.ts'

const secret = { keys: [randomBytes(32)] }
const never = new AbortController().signal

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'caseload-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function* pieces(content: Buffer) {
  for (let at = 0; at < content.length; at += 50_000) yield content.subarray(at, at + 50_000)
}

/** Three parts that do not end at chunk boundaries, and the last part. */
const held = { about: Buffer.from('{}'), 'table patients': randomBytes(300_001), 'file a': Buffer.alloc(0) }
async function* threeParts() {
  for (const [name, content] of Object.entries(held)) yield* partOf(name, pieces(content))
  yield* partOf('end', pieces(Buffer.from('all')))
}

async function written(given: Parameters<typeof writeBackupFile>[1] = secret) {
  const path = join(folder(), 'one.backup')
  await writeBackupFile(path, given, threeParts, never)
  return path
}

async function readAll(path: string, given: Parameters<typeof openBackupFile>[1] = secret) {
  const { parts } = await openBackupFile(path, given)
  const found: Record<string, Buffer> = {}
  for await (const part of parts()) found[part.name] = Buffer.concat(await Array.fromAsync(part.content))
  return found
}

test('a backup returns what was written, encrypted and readable by its owner only', async () => {
  const path = await written()
  expect(await readAll(path)).toEqual({ ...held, end: Buffer.from('all') })
  const lying = readFileSync(path)
  expect(lying.includes(held['table patients'].subarray(1000, 1032))).toBe(false)
  expect(lying.includes('patients')).toBe(false)
})

test('a passphrase works too, and another passphrase or key does not open the backup', async () => {
  const passphrase = 'correct horse battery staple'
  const path = await written({ passphrase })
  expect(Object.keys(await readAll(path, { passphrase }))).toContain('end')
  await expect(readAll(path, { passphrase: `${passphrase}.` })).rejects.toThrow('is not the passphrase')
  await expect(readAll(path)).rejects.toThrow('closed with a passphrase')
  const byKey = await written()
  await expect(readAll(byKey, { keys: [randomBytes(32)] })).rejects.toThrow(/the key \w{16}, which is not in/)
  await expect(readAll(byKey, { passphrase })).rejects.toThrow('closed with a key')
  const newer = { keys: [randomBytes(32), ...secret.keys] }
  expect(Object.keys(await readAll(byKey, newer))).toContain('end')
})

test('a changed byte anywhere is detected, and inside the content its part is named', async () => {
  const path = await written()
  const whole = readFileSync(path)
  const inside = whole.indexOf('\n') + 9
  const places = Array.from({ length: 60 }, (_, n) => Math.floor((n * (whole.length - 1)) / 59))
  for (const at of [...places, inside - 5]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(path, changed)
    const reading = readAll(path)
    await expect(reading, `byte ${at}`).rejects.toMatchObject({ name: 'BackupProblem' })
    if (at > inside + 70_000 && at < inside + 280_000)
      await expect(reading).rejects.toThrow(
        /in its part "table patients": it was changed or cut off near byte \d+/,
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
  await writeBackupFile(path, secret, () => partOf('table patients', pieces(randomBytes(100))), never)
  await expect(readAll(path)).rejects.toThrow('is not all there')
})

test('an unfinished backup has another name, and a failed one leaves no file', async () => {
  const path = join(folder(), 'one.backup')
  const cancel = new AbortController()
  async function* endless() {
    for (;;) {
      yield* partOf('table patients', pieces(randomBytes(100_000)))
      if (existsSync(`${path}.half`)) cancel.abort(new Error('enough'))
    }
  }
  await expect(writeBackupFile(path, secret, endless, cancel.signal)).rejects.toThrow()
  async function* failing() {
    yield randomBytes(100)
    throw new Error('PostgreSQL is gone')
  }
  await expect(writeBackupFile(path, secret, failing, never)).rejects.toThrow('PostgreSQL is gone')
  expect(readdirSync(join(path, '..'))).toEqual([])
})

test('a backup never overwrites a file, and gets a new name in a folder', () => {
  const place = folder()
  const now = new Date('2026-01-05T15:00:00Z')
  const path = backupPath(place, now)
  expect(path).toBe(join(place, 'caseload-2026-01-05T15-00-00Z.backup'))
  writeFileSync(path, '')
  expect(() => backupPath(place, now)).toThrow('is there already')
  expect(() => backupPath(join(place, 'nowhere', 'one.backup'), now)).toThrow('There is no folder')
})
