import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * The format of an encrypted file: a header of eight bytes, then chunks of 64 KiB. Each chunk is encrypted with
 * AES-256-GCM and followed by its tag. Its nonce is its number, which is safe because each file has its own key. The
 * number and a last-chunk flag are authenticated, so that moved, repeated or missing chunks are detected. A range can
 * be decrypted from its chunks alone.
 */
const HEAD = Buffer.from([0x43, 0x4c, 0x52, 0x46, 1, 16, 0, 0]) // "CLRF", version 1, chunks of 2^16
const CHUNK = 2 ** 16
const TAG = 16
export const HEAD_BYTES = HEAD.length
const SEALED_CHUNK = CHUNK + TAG

const lastChunk = (size: number) => Math.max(0, Math.ceil(size / CHUNK) - 1)

/** The encrypted size of a file with `size` bytes. */
export const encryptedSize = (size: number): number => HEAD_BYTES + size + (lastChunk(size) + 1) * TAG

/** The plain size of a file with this encrypted size, or `null` if no file has it. */
export function plainSize(sealed: number): number | null {
  const chunks = Math.ceil((sealed - HEAD_BYTES) / SEALED_CHUNK)
  const size = sealed - HEAD_BYTES - chunks * TAG
  return size >= 0 && encryptedSize(size) === sealed ? size : null
}

function facts(index: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  const aad = Buffer.alloc(5)
  aad.writeUInt32BE(index)
  aad[4] = isLast ? 1 : 0
  return { nonce, aad: Buffer.concat([HEAD, aad]) }
}

/** Encrypts a chunk. Returns it with its tag. */
function sealChunk(key: Buffer, chunk: Buffer, index: number, isLast: boolean): [Buffer, Buffer] {
  const { nonce, aad } = facts(index, isLast)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  const closed = cipher.update(chunk)
  cipher.final() // yields no more bytes in this mode
  return [closed, cipher.getAuthTag()]
}

function openChunk(key: Buffer, sealed: Buffer, index: number, isLast: boolean): Buffer {
  const { nonce, aad } = facts(index, isLast)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(-TAG))
  const chunk = decipher.update(sealed.subarray(0, -TAG))
  decipher.final() // throws if it was changed; yields no more bytes in this mode
  return chunk
}

/** Encrypts the content as a stream. */
export async function* seal(content: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  yield HEAD
  let index = 0
  let held: Buffer | undefined
  for await (const chunk of inPieces(content, CHUNK)) {
    if (held) yield* sealChunk(key, held, index++, false)
    held = chunk
  }
  yield* sealChunk(key, held ?? Buffer.alloc(0), index, true)
}

/** Whether these bytes are the header of an encrypted file. */
export const isHead = (head: Buffer): boolean => head.equals(HEAD)

/** Throws if they are not. */
export function checkHead(head: Buffer): void {
  if (!isHead(head)) throw new Error('This is not the head of a closed file')
}

/** The position of the chunks that contain the bytes from `start` up to `end` of a file with `size` bytes. */
export function chunksOf({ start, end, size }: { start: number; end: number; size: number }) {
  const first = Math.floor(start / CHUNK)
  const last = Math.max(first, Math.ceil(end / CHUNK) - 1)
  return {
    first,
    from: HEAD_BYTES + first * SEALED_CHUNK,
    until: Math.min(encryptedSize(size), HEAD_BYTES + (last + 1) * SEALED_CHUNK),
  }
}

/** Decrypts the bytes from `start` up to `end` from the chunks that `chunksOf` returns. Throws if a chunk was changed. */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  key: Buffer,
  range: { start: number; end: number; size: number },
): AsyncGenerator<Buffer> {
  const { first, from, until } = chunksOf(range)
  let index = first
  let read = 0
  for await (const chunk of inPieces(sealed, SEALED_CHUNK)) {
    read += chunk.length
    const opened = openChunk(key, chunk, index, index === lastChunk(range.size))
    const at = index * CHUNK
    index += 1
    const wanted = opened.subarray(Math.max(0, range.start - at), Math.max(0, range.end - at))
    if (wanted.length > 0) yield wanted
  }
  if (read !== until - from) throw new Error('The encrypted file has a different length')
}

/** Splits the content into pieces of `size` bytes; the last may be shorter. */
async function* inPieces(content: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let held = 0
  for await (const incoming of content) {
    let part = incoming
    while (held + part.length >= size) {
      const rest = size - held
      // Copies only a piece that spans two parts.
      const piece = part.subarray(0, rest)
      const whole = parts.length > 0 ? Buffer.concat([...parts, piece]) : piece
      part = part.subarray(rest)
      parts = []
      held = 0
      yield whole
    }
    if (part.length > 0) {
      parts.push(part)
      held += part.length
    }
  }
  if (held > 0) yield Buffer.concat(parts)
}
