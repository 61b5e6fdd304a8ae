import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { Failure } from '#domain/errors.ts'
import type { BlobStore } from '../records/blobStore.ts'
import { encryptedSize, HEAD_BYTES, isHead, seenThrough } from '../records/fileEncryption.ts'
import { makeRecordKeys, type RecordKeys } from '../records/recordKeys.ts'
import type { Manifest, Unreadable } from './manifest.ts'
import { partOf } from './parts.ts'
import { type RecordRow, recordRows } from './recordRows.ts'

type Found = Pick<Manifest, 'files' | 'unreadable'>
type Shelved = { client: Client; shelf: BlobStore; masterKeys: readonly Buffer[] }
type OnFile = (count: number, bytes: number) => void

const NAMED = 1000

/**
 * Yields the stored, encrypted files that the transaction of `client` names. It also decrypts each one on the
 * way, so that a changed or lost file is reported now. Such a file does not stop the backup of the others.
 */
export async function* dumpFiles(
  { client, shelf, masterKeys }: Shelved,
  onFile: OnFile,
): AsyncGenerator<Buffer, Found> {
  const keys = masterKeys.length > 0 ? makeRecordKeys(masterKeys) : null
  const all = createHash('sha256')
  const files = { count: 0, bytes: 0 }
  const unreadable: Found['unreadable'] = { count: 0, first: [] }
  for await (const row of recordRows(client)) {
    const given = { row, shelf, keys }
    const { size, reason, sha256, bytes } = yield* dumpFile(given)
    if (size !== null) {
      files.count += 1
      files.bytes += bytes
      all.update(sha256)
    }
    if (reason) {
      unreadable.count += 1
      if (unreadable.first.length < NAMED) unreadable.first.push({ record: row.id, reason })
    }
    onFile(files.count, files.bytes)
  }
  return { files: { ...files, sha256: all.digest('hex') }, unreadable }
}

type File = { row: RecordRow; shelf: BlobStore; keys: RecordKeys | null }
type Dumped = { size: number | null; reason: Unreadable['reason'] | null; bytes: number; sha256: string }

async function* dumpFile({ row, shelf, keys }: File): AsyncGenerator<Buffer, Dumped> {
  const size = await sizeOf(shelf, row.key)
  if (size === null) return { size, reason: 'lost', bytes: 0, sha256: '' }
  const key = keyOf(keys, row)
  const opened = createHash('sha256')
  let isSpoilt = size !== encryptedSize(row.size)
  async function* content(): AsyncGenerator<Buffer> {
    const head = Buffer.concat(await Array.fromAsync(shelf.read(row.key, 0, HEAD_BYTES)))
    yield head
    if (!isHead(head)) isSpoilt = true
    const sealed = shelf.read(row.key, HEAD_BYTES, size as number)
    const whole = { key: key ?? Buffer.alloc(0), size: row.size }
    if (key && !isSpoilt)
      yield* seenThrough(
        sealed,
        whole,
        (piece) => opened.update(piece),
        () => {
          isSpoilt = true
        },
      )
    else yield* sealed
  }
  const reason = () => {
    if (!key) return 'key is missing'
    return isSpoilt || opened.digest('hex') !== row.sha256 ? 'changed' : null
  }
  let found: Unreadable['reason'] | null = null
  const { bytes, sha256 } = yield* partOf(`file ${row.key}`, content(), () => {
    found = reason()
    return { record: row.id }
  })
  return { size, reason: found, bytes, sha256 }
}

/** The file's own key; `null` if the master key is missing or does not open it. */
function keyOf(keys: RecordKeys | null, { key, wrapped, keyId }: RecordRow): Buffer | null {
  try {
    return keys?.unwrap({ wrappedKey: wrapped, keyId }, key) ?? null
  } catch {
    return null
  }
}

/**
 * The size of a stored file; `null` if it does not exist. If the storage does not answer, the backup fails.
 */
async function sizeOf(shelf: BlobStore, storageKey: string): Promise<number | null> {
  try {
    return await shelf.size(storageKey)
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

const isLost = (error: unknown) =>
  !(error instanceof Failure) && ['ENOENT', undefined].includes((error as NodeJS.ErrnoException).code)
