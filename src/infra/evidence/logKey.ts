import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderProblem, openDataFolder, putFirst } from '../dataFolder.ts'

/** The key that signs tree heads (Ed25519). */
export type LogKey = {
  /** 32 bytes. */
  publicKey: Buffer
  sign: (text: Buffer) => Buffer
}

/** Whether the signature over the text is by the key with this public part of 32 bytes. */
export type VerifyWith = (publicKey: Buffer, text: Buffer, signature: Buffer) => boolean

const nameIn = (dataDir: string) => join(dataDir, 'log-key.pem')

/** Reads EVIDENCE_KEY: an Ed25519 private key in PEM, with `\n` for line breaks if it is on one line. `null` if it is none. */
export function readLogKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n').trim())
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/**
 * The key in DATA_DIR/log-key.pem. Creates it on the first call. If two processes create it at once, both get the first: a
 * key that has signed a head must never be replaced.
 */
export function keepLogKey(dataDir: string): KeyObject {
  openDataFolder(dataDir)
  if (!existsSync(nameIn(dataDir))) {
    const { privateKey } = generateKeyPairSync('ed25519')
    putFirst(nameIn(dataDir), String(privateKey.export({ format: 'pem', type: 'pkcs8' })))
  }
  return findLogKey(dataDir) as KeyObject
}

/** The key in DATA_DIR, if there is one. Never creates one. */
export function findLogKey(dataDir: string): KeyObject | null {
  const file = nameIn(dataDir)
  if (!existsSync(file)) return null
  const key = readLogKey(readFileSync(file, 'utf8'))
  if (!key)
    throw new DataFolderProblem(
      `${file} is not the key of the evidence log: put back the file that was there.`,
    )
  return key
}

const derOf = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' })

/** The hex SHA-256 of the public key. */
export const logKeyDigest = (key: KeyObject): string => createHash('sha256').update(derOf(key)).digest('hex')

/** What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const DER_HEADER = Buffer.from('302a300506032b6570032100', 'hex')

/** The public key in PEM. */
export const publicKeyPem = (publicKey: Buffer): string =>
  String(opened(publicKey).export({ format: 'pem', type: 'spki' }))

const opened = (publicKey: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([DER_HEADER, publicKey]), format: 'der', type: 'spki' })

/** The hex SHA-256 of a public key in DER, as `logKeyDigest` gives it. */
export const publicKeyDigest = (publicKey: Buffer): string =>
  createHash('sha256')
    .update(Buffer.concat([DER_HEADER, publicKey]))
    .digest('hex')

export const verifyWith: VerifyWith = (publicKey, text, signature) =>
  publicKey.length === 32 && verify(null, text, opened(publicKey), signature)

/** The log's key, ready to sign. */
export const makeLogKey = (key: KeyObject): LogKey => ({
  publicKey: derOf(key).subarray(-32),
  sign: (text) => sign(null, text, key),
})
