import { createPublicKey, verify } from 'node:crypto'
import type { EvidenceKey } from '#infra/evidence/evidenceKey.ts'
import { sha256, type TreeRoot } from './merkle.ts'

/** A tree head: what a checkpoint says. Hashes are SHA-256. */
export type TreeHead = TreeRoot & {
  origin: string
  /** The hash of the text of the head before; 32 zero bytes for the first one. */
  previous: Buffer
  /** The hash over the length and last hash of every audit chain. */
  chains: Buffer
  time: Date
}

const ED25519 = Buffer.of(1)
const ID_BYTES = 4

/** The origin of a log, which names its key. It does not name the clinic, because time stamp services may see heads. */
export const originOf = (logId: string): string => `caseload/audit-log/${logId}`

/** The signed text of a head: the checkpoint of C2SP, with three extension lines. */
export const headText = ({ origin, size, root, previous, chains, time }: TreeHead): string =>
  [
    origin,
    String(size),
    root.toString('base64'),
    `previous ${previous.toString('base64')}`,
    `chains ${chains.toString('base64')}`,
    `time ${time.toISOString()}`,
    '',
  ].join('\n')

/** The hash of a head's text, by which later heads and pins name it. */
export const textHash = (text: string): Buffer => sha256(text)

const keyId = (origin: string, publicKey: Buffer): Buffer =>
  sha256(`${origin}\n`, ED25519, publicKey).subarray(0, ID_BYTES)

/** The verifier key of a log, in the format of C2SP's signed notes. */
export const verifierKey = (origin: string, publicKey: Buffer): string =>
  `${origin}+${keyId(origin, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`

/** Signs a head as a C2SP signed note. */
export function signHeadText(key: EvidenceKey, head: TreeHead): string {
  const text = headText(head)
  const signature = Buffer.concat([keyId(head.origin, key.publicKey), key.sign(Buffer.from(text))])
  return `${text}\n— ${head.origin} ${signature.toString('base64')}\n`
}

/** The public key as OpenSSL reads it. */
export const publicKeyPem = (publicKey: Buffer): string =>
  keyObject(publicKey).export({ format: 'pem', type: 'spki' }).toString()

const keyObject = (publicKey: Buffer) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
    format: 'der',
    type: 'spki',
  })

const NOTE =
  /^([^\n]+)\n(\d+)\n([\w+/=]+)\nprevious ([\w+/=]+)\nchains ([\w+/=]+)\ntime (\S+)\n\n— (\S+) ([\w+/=]+)\n$/

/** Parses a note and checks its signature. `null` if it is no head of this log, or not signed by its key. */
export function openNote(note: string, origin: string, publicKey: Buffer): TreeHead | null {
  const [, name, size, root = '', previous = '', chains = '', time = '', signer, signed = ''] =
    NOTE.exec(note) ?? []
  if (name !== origin || signer !== origin) return null
  const [text] = note.split('\n\n')
  const signature = Buffer.from(signed, 'base64')
  const isSigned =
    signature.subarray(0, ID_BYTES).equals(keyId(origin, publicKey)) &&
    verify(null, Buffer.from(`${text}\n`), keyObject(publicKey), signature.subarray(ID_BYTES))
  if (!isSigned) return null
  const bytes = (value: string) => Buffer.from(value, 'base64')
  return {
    origin,
    size: Number(size),
    root: bytes(root),
    previous: bytes(previous),
    chains: bytes(chains),
    time: new Date(time),
  }
}
