import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupProblem } from './backupProblem.ts'

/**
 * The format of a backup's content: a sequence of parts. Each has a header with its name, content in blocks,
 * an empty block, and a footer with length and hash. Headers, blocks and footers start with their length.
 */
const foot = z.looseObject({ bytes: z.number(), sha256: z.string() })
type Foot = z.infer<typeof foot>

/** A part that is being read. Unread content is skipped when the next part is requested. */
export type Part = {
  name: string
  content: AsyncIterable<Buffer>
  /** The footer; available after the content was read. */
  foot: () => Foot
}

const BLOCK = 2 ** 16
const HEAD_MAX = 2 ** 20

/** Yields one part. After the content, `told` returns further fields for the footer. */
export async function* partOf(
  name: string,
  content: AsyncIterable<Buffer>,
  told: () => object = () => ({}),
): AsyncGenerator<Buffer, Foot> {
  yield* led(Buffer.from(name))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    if (piece.length === 0) continue
    hash.update(piece)
    bytes += piece.length
    yield* led(piece)
  }
  const written = { bytes, sha256: hash.digest('hex'), ...told() }
  yield lengthOf(0)
  yield* led(Buffer.from(JSON.stringify(written)))
  return written
}

/** Yields a part that holds one value. */
export async function* valuePart(name: string, value: unknown): AsyncGenerator<Buffer> {
  yield* partOf(name, pieces(Buffer.from(JSON.stringify(value))))
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += BLOCK) yield content.subarray(at, at + BLOCK)
}

function lengthOf(length: number): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length)
  return head
}

function* led(content: Buffer): Generator<Buffer> {
  yield lengthOf(content.length)
  yield content
}

/** Reads the parts of a backup in order. Throws `BackupProblem` if one does not match its footer. */
export async function* readParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const reader = makeReader(source)
  try {
    for (let name = await reader.next(HEAD_MAX); name; name = await reader.next(HEAD_MAX)) {
      const part = openPart(String(name), reader)
      yield part
      for await (const _ of part.content) {
        // verifies unread content too
      }
    }
  } finally {
    await reader.close()
  }
}

type Reader = {
  /** The next length-prefixed item; `null` at the end or for length 0. */
  next: (most: number) => Promise<Buffer | null>
  close: () => Promise<unknown> | undefined
}

function openPart(name: string, reader: Reader): Part {
  const hash = createHash('sha256')
  let bytes = 0
  let end: Foot | undefined
  async function* content() {
    while (!end) {
      const block = await reader.next(2 ** 26)
      if (block) {
        hash.update(block)
        bytes += block.length
        yield block
        continue
      }
      end = foot.parse(JSON.parse(String(await reader.next(HEAD_MAX))))
      if (end.bytes !== bytes || end.sha256 !== hash.digest('hex'))
        throw new BackupProblem(`The part ${name} of the backup is not what it says it is`)
    }
  }
  const read = content()
  return {
    name,
    // A reader that stops early can continue from there.
    content: { [Symbol.asyncIterator]: () => ({ next: () => read.next() }) },
    foot: () => {
      if (!end) throw new Error(`The part ${name} has not been read to its end`)
      return end
    },
  }
}

function makeReader(source: AsyncIterable<Buffer>): Reader {
  const from = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function take(count: number): Promise<Buffer | null> {
    const taken = [held]
    let length = held.length
    while (length < count) {
      const { done, value } = await from.next()
      if (done) break
      taken.push(value)
      length += value.length
    }
    if (length === 0 && count > 0) return null
    if (length < count) throw new BackupProblem('The backup is cut off')
    const all = taken.length === 1 ? held : Buffer.concat(taken)
    held = all.subarray(count)
    return all.subarray(0, count)
  }
  return {
    close: () => from.return?.(),
    next: async (most) => {
      const head = await take(4)
      const length = head?.readUInt32BE() ?? 0
      if (length > most) throw new BackupProblem('The backup is not laid out as one of Caseload')
      return length === 0 ? null : take(length)
    },
  }
}

/** Reads the value of a part. */
export async function valueIn<Value>(part: Part, shape: z.ZodType<Value>): Promise<Value> {
  const text = Buffer.concat(await Array.fromAsync(part.content))
  return shape.parse(JSON.parse(text.toString()))
}
