import { createHash } from 'node:crypto'

/** A tree head, as it is signed. */
export type Checkpoint = {
  /** The name of the log, which never changes. */
  origin: string
  size: number
  root: Buffer
  /** The hex SHA-256 of the note of the previous head; `null` for the first one. */
  previous: string | null
  /** The digest of the heads of the audit chains that the tree contains. */
  chains: string
  /** By the database's clock. */
  time: Date
}

/** Signs a text with the log's key (Ed25519). */
export type SignText = (text: Buffer) => Buffer

/** Whether the signature over the text is by the log's key. */
export type VerifyText = (text: Buffer, signature: Buffer) => boolean

/** The type of an Ed25519 signature in a signed note. */
const ED25519 = Buffer.from([1])

/** The hex SHA-256 of a note, by which later heads and anchors name it. */
export const hashOfNote = (note: string): string => createHash('sha256').update(note).digest('hex')

/** The first four bytes of a key's hash, with which its signature lines begin (C2SP signed-note). */
const keyHash = (name: string, publicKey: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ED25519).update(publicKey).digest().subarray(0, 4)

/** The key in the form in which witnesses and tools of C2SP take it. `publicKey` has 32 bytes. */
export const verifierKey = (name: string, publicKey: Buffer): string =>
  `${name}+${keyHash(name, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`

/** The signed text: the C2SP checkpoint, with the extension lines `previous`, `chains` and `time`. */
const textOf = ({ origin, size, root, previous, chains, time }: Checkpoint): string =>
  [
    origin,
    String(size),
    root.toString('base64'),
    `previous ${previous ?? 'none'}`,
    `chains ${chains}`,
    `time ${time.toISOString()}`,
    '',
  ].join('\n')

/** The head as a signed note (C2SP tlog-checkpoint). */
export function writeCheckpoint(checkpoint: Checkpoint, publicKey: Buffer, sign: SignText): string {
  const { origin } = checkpoint
  const text = textOf(checkpoint)
  const signature = Buffer.concat([keyHash(origin, publicKey), sign(Buffer.from(text))])
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`
}

const form =
  /^([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\nprevious (none|[\da-f]{64})\nchains ([\da-f]{64})\ntime (\S+)\n\n— (\S+) ([A-Za-z0-9+/=]+)\n$/

/** Reads a note that the log's key has signed. `null` if it is none, or has another form than `writeCheckpoint` gives. */
export function readCheckpoint(note: string, publicKey: Buffer, verify: VerifyText): Checkpoint | null {
  const [, origin = '', size, root = '', previous = '', chains = '', time = '', name = '', line = ''] =
    form.exec(note) ?? []
  const read: Checkpoint = {
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64'),
    previous: previous === 'none' ? null : previous,
    chains,
    time: new Date(time),
  }
  if (origin === '' || name !== origin || Number.isNaN(read.time.getTime())) return null
  const signature = Buffer.from(line, 'base64')
  const isKeyNamed = signature.subarray(0, 4).equals(keyHash(origin, publicKey))
  const text = note.slice(0, note.lastIndexOf('\n\n— ') + 1)
  if (textOf(read) !== text) return null
  return isKeyNamed && verify(Buffer.from(text), signature.subarray(4)) ? read : null
}
