import { createHash, type Hash } from 'node:crypto'
import type { Client } from 'pg'
import { Failure } from '#domain/errors.ts'
import { isDamaged } from '#domain/records/refusals.ts'
import type { BlobStore } from '../records/blobStore.ts'
import { encryptedSize } from '../records/fileEncryption.ts'
import type { RecordKeys } from '../records/recordKeys.ts'
import { makeRecordStore, type RecordStore } from '../records/recordStore.ts'
import type { AddFile } from './backupFile.ts'
import type { Manifest, Unreadable } from './manifest.ts'
import { type RecordRow, recordRows } from './recordRows.ts'

type Found = Pick<Manifest, 'files' | 'unreadable'>
/** Where record files are read: the snapshot, the storage, and the keys, `null` if there are none. */
export type FileSource = { client: Client; shelf: BlobStore; keys: RecordKeys | null }
type OnFile = (count: number, bytes: number) => void
type PutFile = (name: string, size: number, content: AsyncIterable<Uint8Array>) => Promise<void>

const NAMED = 1000

/**
 * Adds the files of all rows in the transaction of `client`, except those that are shared. A file is decrypted as `records/<storage key>`. If it cannot
 * be decrypted, it is added as stored, as `encrypted/<storage key>`. A changed or lost file does not stop the backup of the others.
 */
export async function dumpFiles(
  source: FileSource,
  isShared: (storageKey: string) => boolean,
  add: AddFile,
  onFile: OnFile,
): Promise<Found> {
  const all = createHash('sha256')
  const files = { count: 0, bytes: 0 }
  const unreadable: Found['unreadable'] = { count: 0, first: [] }
  const put: PutFile = async (name, size, content) => {
    const hash = createHash('sha256')
    await add(name, size, hashed(content, hash))
    files.bytes += size
    all.update(hash.digest('hex'))
  }
  for await (const row of recordRows(source.client)) {
    if (isShared(row.key)) continue
    const reason = await dumpFile(row, source, put)
    if (reason !== 'lost') files.count += 1
    if (reason) {
      unreadable.count += 1
      if (unreadable.first.length < NAMED) unreadable.first.push({ record: row.id, reason })
    }
    onFile(files.count, files.bytes)
  }
  return { files: { ...files, sha256: all.digest('hex') }, unreadable }
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}

async function dumpFile(
  row: RecordRow,
  source: FileSource,
  put: PutFile,
): Promise<Unreadable['reason'] | null> {
  const { size, hasKey, opened } = await openStored(row, source)
  if (size === null) return 'lost'
  if (opened) {
    await put(`records/${row.key}`, row.size, opened.content())
    if (opened.isWhole()) return null
  }
  await put(`encrypted/${row.key}`, size, source.shelf.read(row.key, 0, size))
  return hasKey ? 'changed' : 'key is missing'
}

/** The stored file of a row: `size` is `null` if it is lost, and `opened` if it cannot be opened. */
export async function openStored(row: RecordRow, { shelf, keys }: FileSource) {
  const size = await sizeOf(shelf, row.key)
  const hasKey = keys !== null && opensKey(keys, row)
  const opened =
    hasKey && size === encryptedSize(row.size)
      ? openFile(row, makeRecordStore({ shelf, keys, logFault: () => {} }))
      : null
  return { size, hasKey, opened }
}

/** Whether the master keys open the file's own key, which a restore needs for a decrypted file. */
function opensKey(keys: RecordKeys, { key, wrapped, keyId }: RecordRow): boolean {
  try {
    return keys.unwrap({ wrappedKey: wrapped, keyId }, key).length > 0
  } catch {
    return false
  }
}

/**
 * Decrypts a file. If it was changed, zeros follow what could be opened, because its length is already written. The
 * stored bytes come after it, and a restore keeps those.
 */
function openFile({ key, size, sha256, wrapped, keyId }: RecordRow, store: RecordStore) {
  const hash = createHash('sha256')
  async function* content(): AsyncGenerator<Uint8Array> {
    let left = size
    try {
      const file = { storageKey: key, fileSize: size, wrappedKey: wrapped, keyId }
      for await (const piece of hashed(store.read(file), hash)) {
        left -= piece.length
        yield piece
      }
    } catch (error) {
      if (!isDamaged(error)) throw error
      for (; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, left)
    }
  }
  return { content, isWhole: () => hash.digest('hex') === sha256 }
}

const ZEROS = Buffer.alloc(2 ** 16)

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
