import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { remembering } from '../records/s3BlobStore.ts'
import { decryptStream, encryptStream } from './ageStreams.ts'
import { openBackupFile } from './backupFile.ts'
import type { BackupFile, BackupPlace } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { jsonOf, type Part, SHARED_LIST, values } from './manifest.ts'

const FIRST_AFTER_SHARED = 'sequences.json'

/**
 * The record files that the incremental backups of a place share: each is stored once, beside the backups, and encrypted
 * with age for an identity that every backup contains. Errors of the storage are `BackupProblem`s.
 */
export type SharedFiles = {
  /** The age identity, `AGE-SECRET-KEY-1…`. */
  identity: string
  /** The folder or address, for people. */
  path: string
  /** The storage keys of the files that are there. */
  keys: () => Promise<Set<string>>
  /** The storage keys of complete and partial files that were written before `then`. */
  writtenBefore: (then: Date) => Promise<Set<string>>
  /** Encrypts and stores a file, or stores nothing if the content throws. */
  write: (storageKey: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * Reads and decrypts a file. Throws at its end if its hash differs: whoever can write here can also encrypt another file
   * for the identity.
   */
  read: (file: Pick<ListedFile, 'key' | 'sha256'>) => AsyncIterable<Buffer>
  remove: (storageKey: string) => Promise<void>
}

/** The shared files beside this backup that are encrypted for this identity. */
export async function openSharedFiles(file: BackupFile, identity: string): Promise<SharedFiles> {
  const recipient = await identityToRecipient(identity)
  const { path, store } = file.sharedStore(recipient)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const explain = (what: string) => (cause: unknown) => {
    const reason = (cause instanceof Error && cause.cause) || cause
    throw new BackupProblem(`${what}: ${reason instanceof Error ? reason.message : reason}`, { cause })
  }
  return {
    identity,
    path,
    keys: () => setOf(store.complete()).catch(explain(`The record files in ${path} cannot be listed`)),
    writtenBefore: (then) =>
      setOf(store.writtenBefore(then)).catch(explain(`The record files in ${path} cannot be listed`)),
    write: async (storageKey, content) => {
      const source: { error?: unknown } = {}
      const encrypted = await encryptStream(encrypter, remembering(content, source))
      await store.write(storageKey, inBuffers(encrypted)).catch((error) => {
        if ('error' in source) throw source.error
        explain(`No record file can be written to ${path}`)(error)
      })
    },
    read: async function* ({ key, sha256 }) {
      const hash = createHash('sha256')
      try {
        const encrypted = store.read(key, 0, Number.MAX_SAFE_INTEGER)
        for await (const piece of inBuffers(await decryptStream(decrypter, encrypted))) {
          hash.update(piece)
          yield piece
        }
      } catch (error) {
        explain(`The record file ${key} in ${path} cannot be read, or was changed`)(error)
      }
      if (hash.digest('hex') !== sha256)
        throw new BackupProblem(`The record file ${key} in ${path} is another one`)
    },
    remove: (storageKey) =>
      store.remove(storageKey).catch(explain(`The record file ${storageKey} in ${path} cannot be deleted`)),
  }
}

async function setOf(batches: AsyncIterable<string[]>): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const batch of batches) for (const key of batch) keys.add(key)
  return keys
}

async function* inBuffers(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, length } of pieces) yield Buffer.from(buffer, byteOffset, length)
}

/** The shared files of the newest backup that has any and that the secret opens, or new ones. */
export async function findSharedFiles(
  place: BackupPlace,
  file: BackupFile,
  secret: BackupSecret,
): Promise<SharedFiles> {
  for (const earlier of (await place.backups()).toReversed()) {
    const found = await readPart(earlier.file, secret, 'shared.json', jsonOf).catch((error) => {
      if (error instanceof BackupProblem) return null // of another key, or damaged
      throw error
    })
    if (found) return openSharedFiles(file, values.shape.shared.unwrap().parse(found).identity)
  }
  return openSharedFiles(file, await generateX25519Identity())
}

/** A file in the list of a backup. The hash is that of the decrypted content. */
export type ListedFile = { key: string; size: number; sha256: string }

/** A line of the list. */
export const lineOf = ({ key, size, sha256 }: ListedFile): string => `${key}\t${size}\t${sha256}\n`

/** The files that a backup lists. */
export async function* listedIn({ content }: Part): AsyncGenerator<ListedFile> {
  for await (const line of createInterface({ input: Readable.from(content) })) {
    const [key = '', size, sha256 = ''] = line.split('\t')
    yield { key, size: Number(size), sha256 }
  }
}

/**
 * Deletes the shared files that were stored before `then` and that no backup in this place lists anymore. Returns their
 * number. Throws `BackupProblem`, and deletes nothing, if one of the backups cannot be read.
 */
export async function removeUnlistedFiles(
  place: BackupPlace,
  shared: SharedFiles,
  secret: BackupSecret,
  then: Date,
): Promise<number> {
  const unlisted = await shared.writtenBefore(then)
  for (const { file } of (await place.backups()).toReversed()) {
    if (unlisted.size === 0) return 0
    await readPart(file, secret, SHARED_LIST, async (list) => {
      for await (const { key } of listedIn(list)) unlisted.delete(key)
    })
  }
  for (const key of unlisted) await shared.remove(key)
  return unlisted.size
}

/** Reads one of the parts before the rows. Returns `null` if the backup does not have it. */
async function readPart<Result>(
  file: BackupFile,
  secret: BackupSecret,
  name: string,
  read: (part: Part) => Promise<Result>,
): Promise<Result | null> {
  const { parts } = await openBackupFile(file, secret)
  for await (const part of parts()) {
    if (part.name === name) return await read(part)
    if (part.name === FIRST_AFTER_SHARED) return null
  }
  return null
}
