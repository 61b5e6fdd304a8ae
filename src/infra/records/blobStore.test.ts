import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDamaged } from '#domain/records/refusals.ts'
import { inPieces } from '#tests/support/recordFiles.ts'
import { notFromS3, openTestS3, type SeenCall } from '#tests/support/s3Server.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import type { BlobStore } from './blobStore.ts'
import { diskBlobStore } from './diskBlobStore.ts'
import { makeRecordKeys } from './recordKeys.ts'
import { makeRecordStore } from './recordStore.ts'
import { s3BlobStore } from './s3BlobStore.ts'

type Opened = {
  shelf: BlobStore
  /** The keys of all stored files, complete or partial. */
  lying: () => string[]
  /** Makes all stored files old. */
  age: () => void
}

function openFolder(): Opened {
  const folder = temporaryFolder()
  const places = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 2)
  return {
    shelf: diskBlobStore(folder),
    lying: () => places().map((place) => place.slice(3)),
    age: () => {
      for (const place of places()) utimesSync(join(folder, place), 1000, 1000)
    },
  }
}

async function openBucket() {
  const server = await openTestS3()
  const { prefix } = server.settings
  return {
    ...server,
    shelf: s3BlobStore(server.settings),
    lying: () =>
      [...server.objects.keys(), ...[...server.halves.values()].map(({ key }) => key)].map((key) =>
        key.slice(prefix.length),
      ),
    age: () => {
      for (const one of [...server.objects.values(), ...server.halves.values()]) one.at = new Date(1_000_000)
    },
  }
}

const shelves = [
  ['a folder', async () => openFolder()],
  ['a bucket', openBucket],
] as const

const keyOf = (sign: string) => sign.repeat(32)
const all = async (content: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(content))
const LARGE = 12_000_000

test.for(shelves)('%s can be checked before its first file', async ([, open]) => {
  const { shelf } = await open()
  await expect(shelf.check()).resolves.toBeUndefined()
})

test('the check of a bucket that does not exist fails', async () => {
  const { settings } = await openBucket()
  await expect(s3BlobStore({ ...settings, bucket: 'not-there' }).check()).rejects.toThrow('does not answer')
})

test.for(shelves)('%s stores small and large files and returns any range', async ([, open]) => {
  const { shelf, lying } = await open()
  const [small, large] = [randomBytes(1000), randomBytes(LARGE)]
  await shelf.write(keyOf('a'), inPieces(small))
  await shelf.write(keyOf('b'), inPieces(large, 65_000))
  expect(lying().sort()).toEqual([keyOf('a'), keyOf('b')])
  expect(await shelf.size(keyOf('b'))).toBe(LARGE)
  expect((await all(shelf.read(keyOf('b'), 0, LARGE))).equals(large)).toBe(true)
  expect(await all(shelf.read(keyOf('a'), 10, 20))).toEqual(small.subarray(10, 20))
  expect(await all(shelf.read(keyOf('a'), 990, 5000))).toEqual(small.subarray(990))
  expect(await all(shelf.read(keyOf('a'), 5, 5))).toEqual(Buffer.alloc(0))
  await shelf.write(keyOf('c'), inPieces(Buffer.alloc(0)))
  expect(await shelf.size(keyOf('c'))).toBe(0)
})

test.for(shelves)('%s keeps nothing of an interrupted upload', async ([, open]) => {
  const { shelf, lying } = await open()
  for (const size of [1000, LARGE]) {
    async function* broken() {
      yield* inPieces(randomBytes(size), 65_000)
      throw new Error('hung up')
    }
    await expect(shelf.write(keyOf('a'), broken())).rejects.toThrow('hung up')
    expect(lying()).toEqual([])
  }
})

test.for(shelves)('%s removes a file and ignores a missing one', async ([, open]) => {
  const { shelf, lying } = await open()
  await shelf.write(keyOf('a'), inPieces(Buffer.from('a')))
  await shelf.remove(keyOf('a'))
  await shelf.remove(keyOf('a'))
  expect(lying()).toEqual([])
  await expect(shelf.size(keyOf('a'))).rejects.toThrow()
  await expect(all(shelf.read(keyOf('a'), 0, 5))).rejects.toThrow()
})

test.for(shelves)('%s lists the files written before a time, page by page', async ([, open]) => {
  const { shelf, age } = await open()
  const old = ['0', '1', '2', '3', '4', '5', '6'].map(keyOf)
  for (const key of old) await shelf.write(key, inPieces(Buffer.from(key)))
  age()
  await shelf.write(keyOf('f'), inPieces(Buffer.from('new')))
  const before = (then: number) => Array.fromAsync(shelf.writtenBefore(new Date(then)))
  expect((await before(5_000_000)).flat().sort()).toEqual(old)
  expect(await before(500)).toEqual([])
})

test.for(shelves)('%s does not accept a path as a key', async ([, open]) => {
  const { shelf } = await open()
  for (const key of ['../../etc/passwd', '', keyOf('A'), `${keyOf('a')}/..`])
    await expect(shelf.remove(key)).rejects.toThrow('not the key')
})

test.for(shelves)('files in %s are ciphertext, and a range reads only its chunks', async ([, open]) => {
  const { shelf } = await open()
  const read: number[] = []
  const counting: BlobStore = {
    ...shelf,
    read: (key, from, until) => {
      read.push(until - from)
      return shelf.read(key, from, until)
    },
  }
  const keys = makeRecordKeys([randomBytes(32)])
  const store = makeRecordStore({ shelf: counting, keys, logFault: () => {} })
  const content = randomBytes(2_000_000)
  const file = await store.put(inPieces(content))
  const lying = await all(shelf.read(file.storageKey, 0, LARGE))
  expect(lying.includes(content.subarray(100, 200))).toBe(false)
  const range = { start: 1_000_000, end: 1_000_100 }
  expect(await all(store.read(file, range))).toEqual(content.subarray(range.start, range.end))
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(70_000)
})

test('an upload to a bucket that a crash interrupted is found and removed with its parts', async () => {
  const { shelf, halves, settings, age } = await openBucket()
  for (const [id, sign] of ['1', '2', '3', '4', '5'].entries())
    halves.set(`upload-${id}`, { key: settings.prefix + keyOf(sign), parts: new Map(), at: new Date() })
  age()
  const found = (await Array.fromAsync(shelf.writtenBefore(new Date()))).flat()
  expect(found).toHaveLength(5)
  for (const key of found) await shelf.remove(key)
  expect(halves.size).toBe(0)
})

test('a temporary bucket error is retried, and an unreachable bucket is distinguished from a missing file', async () => {
  const { shelf, contract, seen } = await openBucket()
  const store = makeRecordStore({ shelf, keys: makeRecordKeys([randomBytes(32)]), logFault: () => {} })
  const file = await store.put(inPieces(Buffer.from('kept')))
  let failures = 2
  contract.spoil = () => (failures-- > 0 ? 503 : undefined)
  expect(String(await all(store.read(file)))).toBe('kept')
  for (const fault of [503, 'cut', 403] as const) {
    contract.spoil = () => fault
    await expect(store.check(file)).rejects.toMatchObject({ code: 'unavailable' })
    for (const content of [Buffer.from('x'), randomBytes(LARGE)])
      await expect(store.put(inPieces(content, 65_000))).rejects.toMatchObject({ code: 'unavailable' })
  }
  contract.spoil = () => undefined
  await store.remove(file.storageKey)
  await expect(store.check(file)).rejects.toSatisfy(isDamaged)
  expect(seen.length).toBeGreaterThan(10)
})

test.for(notFromS3)('an answer that is %s is neither a stored file nor a list', async ([, answer]) => {
  const { shelf, contract, seen } = await openBucket()
  contract.spoil = () => answer
  const calls = [
    () => shelf.check(),
    () => shelf.write(keyOf('a'), inPieces(Buffer.from('a'))),
    () => shelf.write(keyOf('a'), inPieces(randomBytes(LARGE), 65_000)),
    () => shelf.remove(keyOf('a')),
    () => Array.fromAsync(shelf.writtenBefore(new Date())),
    () => Array.fromAsync(shelf.complete()),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'unavailable' })
  expect(seen.length).toBeLessThan(50)
})

test('a store that knows that a removed file was not there says so without harm', async () => {
  const { shelf, contract } = await openBucket()
  contract.spoil = ({ method }) => (method === 'DELETE' ? 404 : undefined)
  await expect(shelf.remove(keyOf('a'))).resolves.toBeUndefined()
})

test('a list that returns the same page again and again is an error, and is not read forever', async () => {
  const { shelf, contract, seen } = await openBucket()
  const more = '<IsTruncated>true</IsTruncated>'
  const next = '<NextContinuationToken>a</NextContinuationToken><NextKeyMarker>a</NextKeyMarker>'
  const endless = { status: 200, xml: `<Result>${more}${next}</Result>` }
  for (const isRepeated of [() => true, ({ query }: SeenCall) => query.includes('uploads')]) {
    contract.spoil = (call) => (isRepeated(call) ? endless : undefined)
    const listed = Array.fromAsync(shelf.writtenBefore(new Date()))
    await expect(listed).rejects.toMatchObject({ code: 'unavailable' })
  }
  expect(seen.length).toBe(5)
})

test('a wrong bucket is reported as unavailable, not as a missing file', async () => {
  const { settings } = await openBucket()
  const shelf = s3BlobStore({ ...settings, bucket: 'another' })
  await expect(all(shelf.read(keyOf('a'), 0, 5))).rejects.toMatchObject({ code: 'unavailable' })
  expect(existsSync('another')).toBe(false)
})
