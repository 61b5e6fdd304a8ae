import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '#domain/errors.ts'
import { openDataFolder, putFirst } from '../dataFolder.ts'

/** Bytes of a key of AES-256. */
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key of one file for storage in the database, encrypted by the master key with the ID `keyId`. */
export type WrappedKey = { wrappedKey: Uint8Array; keyId: string }

/** The master keys. The newest encrypts; each one decrypts the keys that it encrypted. */
export type RecordKeys = {
  /** Closes the key of the file `storageKey`, so that it opens for that file alone. */
  wrap: (key: Buffer, storageKey: string) => WrappedKey
  /** Throws `unavailable` where the master key is missing, and an error where what it closed has been changed. */
  unwrap: (wrapped: WrappedKey, storageKey: string) => Buffer
  /** The name of the key that closes. */
  newest: () => string
  /** The names of all keys there are, the newest first. */
  ids: () => string[]
}

const NOT_GIVEN =
  'This file is closed with a key that this server was not given. Tell an administrator: see RECORDS_KEY.'

/** A master key that is missing where it is needed, which says nothing of the file. */
const missing = (keyId: string): Failure =>
  new Failure('unavailable', NOT_GIVEN, {
    cause: new Error(`The master key ${keyId} of records is not among the keys given`),
  })

/** A master key's name tells nothing of it, and the same key has the same name on every machine. */
const idOf = (key: Buffer) =>
  createHash('sha256').update('caseload records key').update(key).digest('hex').slice(0, 16)

/** The keys in the order of the setting, newest first. */
export function makeRecordKeys(keys: readonly Buffer[]): RecordKeys {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [newest] = byId
  if (!newest) throw new Error('There is no key for records')
  return {
    newest: () => newest[0],
    ids: () => [...byId.keys()],
    wrap: (key, storageKey) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest[1], nonce).setAAD(Buffer.from(storageKey))
      const closed = Buffer.concat([cipher.update(key), cipher.final()])
      return { keyId: newest[0], wrappedKey: Buffer.concat([nonce, closed, cipher.getAuthTag()]) }
    },
    unwrap: ({ wrappedKey, keyId }, storageKey) => {
      const master = byId.get(keyId)
      if (!master) throw missing(keyId)
      const wrapped = Buffer.from(wrappedKey)
      const decipher = createDecipheriv('aes-256-gcm', master, wrapped.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(storageKey)).setAuthTag(wrapped.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
    },
  }
}

/** The keys of the setting RECORDS_KEY, or `null` where it is none: base64 of 32 bytes, several between commas. */
export function readRecordKeys(setting: string): Buffer[] | null {
  const keys = setting.split(',').map((key) => key.trim())
  const isKey = (key: string) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key)
  return keys.every(isKey) ? keys.map((key) => Buffer.from(key, 'base64')) : null
}

const placeOf = (dataDir: string) => join(dataDir, 'records-key')

/**
 * The keys kept in DATA_DIR/records-key, newest first; one is made on the first call. Of two processes that make it at
 * once both get the one that was first: a key that has closed a file must never be replaced.
 */
export function keepRecordsKeys(dataDir: string): Buffer[] {
  openDataFolder(dataDir)
  const file = placeOf(dataDir)
  if (!existsSync(file)) putFirst(file, newKey())
  return keptRecordsKeys(dataDir)
}

/** The keys kept in DATA_DIR/records-key, newest first; none where there is no such file. */
export function keptRecordsKeys(dataDir: string): Buffer[] {
  const file = placeOf(dataDir)
  if (!existsSync(file)) return []
  const keys = readRecordKeys(readFileSync(file, 'utf8').trim())
  if (!keys) throw new Error(`${file} is not the key of the records: put back the file that was there`)
  return keys
}

/** Puts a new key before those kept in DATA_DIR/records-key. The old ones stay: they are needed until all is rotated. */
export function addRecordsKey(dataDir: string): void {
  const old = keepRecordsKeys(dataDir).map((key) => key.toString('base64'))
  const half = `${placeOf(dataDir)}.${process.pid}`
  writeFileSync(half, [newKey(), ...old].join(','), { mode: 0o600, flush: true })
  renameSync(half, placeOf(dataDir))
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64')
