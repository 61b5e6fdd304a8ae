import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderProblem, openDataFolder, putFirst } from '../dataFolder.ts'

const KEY_BYTES = 32

/** Signs tree heads, and derives the salts of the rows' fields. */
export type EvidenceKey = {
  /** The ID of the key's tree: the first 16 hex digits of the SHA-256 of the public key. */
  logId: string
  /** The Ed25519 public key, 32 bytes. */
  publicKey: Buffer
  sign: (text: Buffer) => Buffer
  /** The salt of one field of one audit row: HMAC-SHA256 of the row's ID and the field's name. */
  salt: (rowId: string, field: string) => Buffer
}

type KeySettings = { evidenceKey?: Buffer | undefined; dataDir: string }

/** Parses EVIDENCE_KEY: 32 bytes in base64. `null` if it is invalid. */
export const readEvidenceKey = (setting: string): Buffer | null =>
  /^[A-Za-z0-9+/_-]{43}=?$/.test(setting.trim()) ? Buffer.from(setting.trim(), 'base64') : null

/** Both keys derive from one secret, so that there is one to keep. */
export function makeEvidenceKey(secret: Buffer): EvidenceKey {
  const seed = derived(secret, 'caseload tree heads')
  // An HMAC with a Buffer as its key imports the key each time, which takes six times as long.
  const saltKey = createSecretKey(derived(secret, 'caseload field salts'))
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  return {
    logId: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    publicKey,
    sign: (text) => sign(null, text, privateKey),
    salt: (rowId, field) => createHmac('sha256', saltKey).update(`${rowId}\n${field}`).digest(),
  }
}

const derived = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))

const placeOf = (dataDir: string) => join(dataDir, 'evidence-key')

/** The secret in DATA_DIR/evidence-key; `null` if there is none. Never creates one. */
export function keptEvidenceKey(dataDir: string): Buffer | null {
  const file = placeOf(dataDir)
  if (!existsSync(file)) return null
  const key = readEvidenceKey(readFileSync(file, 'utf8'))
  if (!key) throw new DataFolderProblem(`${file} is not the evidence key: put back the file that was there`)
  return key
}

/** The secrets in the settings and in DATA_DIR, the current one first. Does not create one. */
export function allEvidenceKeys({ evidenceKey, dataDir }: KeySettings): Buffer[] {
  const kept = keptEvidenceKey(dataDir)
  const isOther = kept !== null && !(evidenceKey?.equals(kept) ?? false)
  return [...(evidenceKey ? [evidenceKey] : []), ...(isOther ? [kept] : [])]
}

/**
 * The current secret. Creates one in DATA_DIR on the first call if none is set. If two processes create it at once, both
 * get the first: a key that has signed a head must never be replaced.
 */
export function keepEvidenceKey(settings: KeySettings): Buffer {
  const [current] = allEvidenceKeys(settings)
  if (current) return current
  openDataFolder(settings.dataDir)
  putFirst(placeOf(settings.dataDir), randomBytes(KEY_BYTES).toString('base64'))
  const kept = keptEvidenceKey(settings.dataDir)
  if (!kept) throw new DataFolderProblem(`${placeOf(settings.dataDir)} cannot be written`)
  return kept
}
