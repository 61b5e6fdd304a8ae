import { createHash, randomBytes } from 'node:crypto'
import { Failure } from '#domain/errors.ts'
import { damaged } from '#domain/records/damaged.ts'
import { release } from '#domain/records/onePiece.ts'
import type { BlobStore } from './blobStore.ts'
import { checkHead, chunksOf, encryptedSize, HEAD_BYTES, seal, unseal } from './fileEncryption.ts'
import { KEY_BYTES, type RecordKeys, type WrappedKey } from './recordKeys.ts'

/** All that is needed to find a stored file and to open it; `fileSize` counts the bytes that were given. */
export type StoredFile = WrappedKey & { storageKey: string; fileSize: number }

/** A file as it was taken in, with the SHA-256 of what was given, in hex. */
type TakenFile = StoredFile & { sha256: string }

/** Keeps files that nobody can read or change unnoticed where they lie. Content is never held as a whole. */
export type RecordStore = {
  /** Keeps all of the content or, where it ends in an error, none of it. */
  put: (content: AsyncIterable<Buffer>) => Promise<TakenFile>
  /** The bytes from `start` until `end`, or all; throws what `domain/records/damaged.ts` tells where they were changed. */
  read: (file: StoredFile, range?: { start: number; end: number }) => AsyncGenerator<Buffer>
  /** Reads the whole file and throws likewise, so that nobody is sent the first half of a changed one. */
  check: (file: StoredFile) => Promise<void>
  remove: (storageKey: string) => Promise<void>
  /** The key of a file, closed anew by the newest master key; throws where it cannot be opened. Bytes stay as they lie. */
  rewrap: (file: WrappedKey & { storageKey: string }) => WrappedKey
  /** The names of the master keys, the one that closes first. */
  masterKeys: () => string[]
  /** The keys of files put before then, some at a time. */
  putBefore: (then: Date) => AsyncIterable<string[]>
}

type Parts = { shelf: BlobStore; keys: RecordKeys; logFault: (error: unknown) => void }

const NOT_READ = 'The file cannot be read just now. Try again in a minute.'

/** A disk or a system that fails is no word about the file; that there is none, or that it does not open, is. */
const isAway = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ENOENT'
}

/** Closes what is put on a shelf and opens what is read from it; what cannot be opened is logged. */
export function makeRecordStore({ shelf, keys, logFault }: Parts): RecordStore {
  async function* read(file: StoredFile, given?: { start: number; end: number }): AsyncGenerator<Buffer> {
    const { storageKey, fileSize: size } = file
    const range = { start: given?.start ?? 0, end: Math.min(given?.end ?? size, size), size }
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
      // Before anything is written: a master key that cannot be had or kept must not leave a file behind.
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
      for await (const piece of read(file)) release(piece)
    },
    remove: shelf.remove,
    rewrap: (file) => keys.wrap(keys.unwrap(file, file.storageKey), file.storageKey),
    masterKeys: keys.ids,
    putBefore: shelf.writtenBefore,
  }
}
