import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '#domain/errors.ts'
import { damaged } from '#domain/records/refusals.ts'
import type { BlobStore } from './blobStore.ts'
import { checkHead, chunksOf, encryptedSize, HEAD_BYTES, seal, unseal } from './fileEncryption.ts'
import { KEY_BYTES, type RecordKeys, type WrappedKey } from './recordKeys.ts'

/** Identifies a stored file and its key. `fileSize` is the size of the plaintext in bytes. */
export type StoredFile = WrappedKey & { storageKey: string; fileSize: number }

/** A newly stored file, with the SHA-256 of the plaintext in hex. */
export type TakenFile = StoredFile & { sha256: string }

/** Stores encrypted, tamper-evident files. Never holds a whole file in memory. */
export type RecordStore = {
  /** Stores all of the content, or nothing if the content throws. */
  put: (content: AsyncIterable<Buffer>) => Promise<TakenFile>
  /** Reads the bytes from `start` up to `end`, or all. Throws the error of `domain/records/refusals.ts` if they were changed. */
  read: (file: StoredFile, range?: { start: number; end: number }) => AsyncGenerator<Buffer>
  /** Reads the whole file and throws if it was changed, so that no caller gets the first half of a changed file. */
  check: (file: StoredFile) => Promise<void>
  remove: (storageKey: string) => Promise<void>
  /** Re-encrypts a file's key with the newest master key. Throws if the key cannot be decrypted. The file is unchanged. */
  rewrap: (file: WrappedKey & { storageKey: string }) => WrappedKey
  /** The IDs of the master keys, the one that encrypts first. */
  masterKeys: () => string[]
  /** Returns the storage keys of files stored before `then`, in batches. */
  putBefore: (then: Date) => AsyncIterable<string[]>
}

type Parts = { shelf: BlobStore; keys: RecordKeys; logFault: (error: unknown) => void }

const NOT_READ = 'The file cannot be read just now. Try again in a minute.'

/** An error of the disk or the operating system says nothing about the file. A missing or undecryptable file does. */
const isAway = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ENOENT'
}

/** Encrypts files for a blob store and decrypts them on reading. Logs a file that cannot be decrypted. */
export function makeRecordStore({ shelf, keys, logFault }: Parts): RecordStore {
  async function* read(file: StoredFile, part?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const { storageKey, fileSize: size } = file
    const range = { start: part?.start ?? 0, end: Math.min(part?.end ?? size, size), size }
    try {
      const key = keys.unwrap(file, storageKey)
      if ((await shelf.size(storageKey)) !== encryptedSize(size))
        throw new Error('The file has another length')
      checkHead(Buffer.concat(await Array.fromAsync(shelf.read(storageKey, 0, HEAD_BYTES))))
      const { from, until } = chunksOf(range)
      yield* unseal(shelf.read(storageKey, from, until), key, range)
    } catch (cause) {
      if (cause instanceof Failure) throw cause
      if (isAway(cause)) throw new Failure('unavailable', NOT_READ, { cause })
      logFault(new Error(`The stored file ${storageKey} cannot be opened`, { cause }))
      throw damaged(cause)
    }
  }
  return {
    read,
    put: async (content) => {
      const storageKey = randomBytes(16).toString('hex')
      const key = randomBytes(KEY_BYTES)
      // First of all, because a missing master key must not leave a file behind.
      const wrapped = keys.wrap(key, storageKey)
      const hash = createHash('sha256')
      let fileSize = 0
      async function* counted() {
        for await (const piece of content) {
          hash.update(piece)
          fileSize += piece.length
          yield piece
        }
      }
      await shelf.write(storageKey, seal(counted(), key))
      return { storageKey, fileSize, sha256: hash.digest('hex'), ...wrapped }
    },
    check: async (file) => {
      for await (const _ of read(file)) {
        // a changed chunk throws
      }
    },
    remove: shelf.remove,
    rewrap: (file) => keys.wrap(keys.unwrap(file, file.storageKey), file.storageKey),
    masterKeys: keys.ids,
    putBefore: shelf.writtenBefore,
  }
}
