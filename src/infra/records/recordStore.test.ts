import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDamaged } from '#domain/records/refusals.ts'
import { inPieces } from '#tests/support/recordFiles.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { diskBlobStore } from './diskBlobStore.ts'
import { addRecordsKey, keepRecordsKeys, makeRecordKeys, readRecordKeys } from './recordKeys.ts'
import { makeRecordStore, type StoredFile } from './recordStore.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const CHUNK = 65_536

function folder(): string {
  const path = temporaryFolder()
  return path
}

function open(keys = [oldKey]) {
  const [path, faults] = [folder(), [] as unknown[]]
  const shelf = diskBlobStore(path)
  const store = (keySet = keys) =>
    makeRecordStore({ shelf, keys: makeRecordKeys(keySet), logFault: (error) => faults.push(error) })
  const placeOf = ({ storageKey }: StoredFile) => join(path, storageKey.slice(0, 2), storageKey)
  return { path, faults, store: store(), reopened: store, placeOf }
}

const all = async (content: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(content))
const files = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 2)

test.for([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_000])(
  'a file of %i bytes is returned unchanged and stored encrypted',
  async (size) => {
    const { store, placeOf } = open()
    const content = randomBytes(size)
    const taken = await store.put(inPieces(content))
    expect(taken).toMatchObject({
      fileSize: size,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(await all(store.read(taken))).toEqual(content)
    const lying = readFileSync(placeOf(taken))
    expect(size < 16 || lying.indexOf(content.subarray(0, 16)) < 0).toBe(true)
    expect(statSync(placeOf(taken)).mode & 0o077).toBe(0)
  },
)

test('any range can be read alone', async () => {
  const { store } = open()
  const content = randomBytes(3 * CHUNK + 77)
  const taken = await store.put(inPieces(content))
  const edges = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 76, 3 * CHUNK + 77, 9 * CHUNK]
  for (const start of edges)
    for (const end of edges.filter((one) => one > start))
      expect((await all(store.read(taken, { start, end }))).equals(content.subarray(start, end))).toBe(true)
})

test.for([
  ['a bit of the head', (lying: Buffer) => lying.fill(9, 4, 5)],
  ['a bit of the first chunk', (lying: Buffer) => lying.fill((lying[100] ?? 0) ^ 1, 100, 101)],
  ['the last byte', (lying: Buffer) => lying.fill((lying.at(-1) ?? 0) ^ 1, lying.length - 1)],
  ['a chunk cut off', (lying: Buffer) => lying.subarray(0, 8 + 2 * (CHUNK + 16))],
  ['something added', (lying: Buffer) => Buffer.concat([lying, Buffer.from('x')])],
  [
    'two swapped chunks',
    (lying: Buffer) => {
      const chunk = (index: number) =>
        lying.subarray(8 + index * (CHUNK + 16), 8 + (index + 1) * (CHUNK + 16))
      return Buffer.concat([lying.subarray(0, 8), chunk(1), chunk(0), lying.subarray(8 + 2 * (CHUNK + 16))])
    },
  ],
] as const)('%s is detected, rejected and logged', async ([, change]) => {
  const { store, placeOf, faults } = open()
  const taken = await store.put(inPieces(randomBytes(2 * CHUNK + 5)))
  writeFileSync(placeOf(taken), change(Buffer.from(readFileSync(placeOf(taken)))))
  await expect(store.check(taken)).rejects.toSatisfy(isDamaged)
  expect(faults).toHaveLength(1)
})

test('a file swapped with another and a missing file are rejected', async () => {
  const { store, placeOf } = open()
  const [one, other] = [
    await store.put(inPieces(randomBytes(50))),
    await store.put(inPieces(randomBytes(50))),
  ]
  writeFileSync(placeOf(one), readFileSync(placeOf(other)))
  await expect(store.check(one)).rejects.toSatisfy(isDamaged)
  await expect(store.check({ ...one, wrappedKey: other.wrappedKey })).rejects.toSatisfy(isDamaged)
  rmSync(placeOf(other))
  await expect(store.check(other)).rejects.toSatisfy(isDamaged)
})

test('after a new master key is added, old files need the old key', async () => {
  const { store, reopened } = open([oldKey])
  const before = await store.put(inPieces(Buffer.from('before')))
  const both = reopened([newKey, oldKey])
  const after = await both.put(inPieces(Buffer.from('after')))
  expect(String(await all(both.read(before)))).toBe('before')
  expect(after.keyId).not.toBe(before.keyId)
  expect(String(await all(reopened([newKey]).read(after)))).toBe('after')
  await expect(reopened([newKey]).check(before)).rejects.toMatchObject({ code: 'unavailable' })
})

test('an interrupted upload leaves no file', async () => {
  const { store, path } = open()
  async function* broken() {
    yield randomBytes(CHUNK * 2)
    throw new Error('hung up')
  }
  await expect(store.put(broken())).rejects.toThrow('hung up')
  expect(files(path)).toEqual([])
})

test('files stored before a time, complete or partial, are listed by key and can be removed', async () => {
  const { store, placeOf, path } = open()
  const [old, fresh] = [
    await store.put(inPieces(Buffer.from('old'))),
    await store.put(inPieces(Buffer.from('new'))),
  ]
  const half = join(path, old.storageKey.slice(0, 2), `${old.storageKey.slice(0, 2)}${'0'.repeat(30)}.half`)
  writeFileSync(half, 'half')
  for (const place of [placeOf(old), half]) utimesSync(place, 1000, 1000)
  const keys = (await Array.fromAsync(store.putBefore(new Date(5_000_000)))).flat()
  expect(keys).toHaveLength(2)
  for (const key of keys) await store.remove(key)
  expect(files(path).map((name) => name.slice(3))).toEqual([fresh.storageKey])
})

test('a caller cannot choose a path', async () => {
  const { store } = open()
  for (const storageKey of ['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(32)}/..`])
    await expect(store.remove(storageKey)).rejects.toThrow('not the key')
})

test('the key in DATA_DIR is created once, readable by its owner only, and a damaged one is not replaced', () => {
  const dataDir = join(folder(), 'data')
  const [key] = keepRecordsKeys(dataDir)
  expect(key).toHaveLength(32)
  expect(keepRecordsKeys(dataDir)).toEqual([key])
  const file = join(dataDir, 'records-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir).sort()).toEqual(['.caseload', 'records-key'])
  addRecordsKey(dataDir)
  expect(keepRecordsKeys(dataDir)).toEqual([expect.any(Buffer), key])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, 'nonsense')
  expect(() => keepRecordsKeys(dataDir)).toThrow('put back the file')
  expect(existsSync(file)).toBe(true)
})

test('RECORDS_KEY is one or more keys of 32 bytes in base64', () => {
  const [one, other] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  expect(readRecordKeys(`${one}, ${other}`)?.map((key) => key.toString('base64'))).toEqual([one, other])
  for (const bad of [
    '',
    'short',
    `${one},`,
    randomBytes(16).toString('base64'),
    randomBytes(33).toString('base64'),
  ])
    expect(readRecordKeys(bad)).toBe(null)
})
