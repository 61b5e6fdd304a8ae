import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '#domain/errors.ts'
import { openDataFolder, putFirst } from '../dataFolder.ts'

/** The length of an AES-256 key. */
export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key of one file for storage in the database, encrypted by the master key with the ID `keyId`. */
export type WrappedKey = { wrappedKey: Uint8Array; keyId: string }

/** The master keys. The newest encrypts; each one decrypts the keys that it encrypted. */
export type RecordKeys = {
  /** Encrypts the key of the file `storageKey`, so that it works for that file only. */
  wrap: (key: Buffer, storageKey: string) => WrappedKey
  /** Throws `unavailable` if the master key is missing, and an error if the encrypted key was changed. */
  unwrap: (wrapped: WrappedKey, storageKey: string) => Buffer
  /** The ID of the key that encrypts. */
  newest: () => string
  /** The IDs of all keys, newest first. */
  ids: () => string[]
}

const NOT_GIVEN =
  'This file is encrypted with a key that this server does not have. Tell an administrator: see RECORDS_KEY.'

/** The error for a missing master key, which does not mean that the file is damaged. */
const missing = (keyId: string): Failure =>
  new Failure('unavailable', NOT_GIVEN, {
    cause: new Error(`The master key ${keyId} of records is not among the configured keys`),
  })

/** A master key's ID reveals nothing about it, and is the same on every machine. */
export const recordKeyId = (key: Buffer): string =>
  createHash('sha256').update('caseload records key').update(key).digest('hex').slice(0, 16)

/** The keys in the order of the setting, newest first. */
export function makeRecordKeys(keys: readonly Buffer[]): RecordKeys {
  const byId = new Map(keys.map((key) => [recordKeyId(key), key]))
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

/** Parses RECORDS_KEY: 32 bytes in base64, or several separated by commas. `null` if it is invalid. */
export function readRecordKeys(setting: string): Buffer[] | null {
  const keys = setting.split(',').map((key) => key.trim())
  const isKey = (key: string) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key)
  return keys.every(isKey) ? keys.map((key) => Buffer.from(key, 'base64')) : null
}

const placeOf = (dataDir: string) => join(dataDir, 'records-key')

/**
 * The keys in DATA_DIR/records-key, newest first. Creates one on the first call. If two processes create it at once,
 * both get the first: a key that has encrypted a file must never be replaced.
 */
export function keepRecordsKeys(dataDir: string): Buffer[] {
  openDataFolder(dataDir)
  const file = placeOf(dataDir)
  if (!existsSync(file)) putFirst(file, newKey())
  return keptRecordsKeys(dataDir)
}

/** The keys in DATA_DIR/records-key, newest first. None if the file does not exist. */
export function keptRecordsKeys(dataDir: string): Buffer[] {
  const file = placeOf(dataDir)
  if (!existsSync(file)) return []
  const keys = readRecordKeys(readFileSync(file, 'utf8').trim())
  if (!keys) throw new Error(`${file} is not the key of the records: put back the file that was there`)
  return keys
}

/** Adds a new key before those in DATA_DIR/records-key. The old ones stay until the rotation is complete. */
export function addRecordsKey(dataDir: string): void {
  const old = keepRecordsKeys(dataDir).map((key) => key.toString('base64'))
  const half = `${placeOf(dataDir)}.${process.pid}`
  writeFileSync(half, [newKey(), ...old].join(','), { mode: 0o600, flush: true })
  renameSync(half, placeOf(dataDir))
}

const newKey = () => randomBytes(KEY_BYTES).toString('base64')
