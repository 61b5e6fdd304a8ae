/** Reads `length` bytes from `start`, or fewer at the end of the file. */
type ReadAt = (start: number, length: number) => Promise<Buffer>

/** A file that can be read at any offset and is never completely in memory. */
export type Source = {
  size: number
  at: ReadAt
  /** The bytes from `start` up to `end`, or all, in order. */
  pieces: (start?: number, end?: number) => AsyncIterable<Buffer>
}

/** The size of a block that is read at once, and the number of blocks to keep. */
type Blocks = { block: number; kept: number }

const STANDARD: Blocks = { block: 262_144, kept: 6 }

/** Creates a source from a function that reads a range. Nearby positions share one read. */
export function makeSource(
  size: number,
  read: (range: { start: number; end: number }) => AsyncIterable<Buffer>,
  { block: blockBytes, kept: keptMax } = STANDARD,
): Source {
  const kept = new Map<number, Buffer>()

  async function block(index: number): Promise<Buffer> {
    const cached = kept.get(index)
    if (cached) {
      kept.delete(index)
      kept.set(index, cached)
      return cached
    }
    const range = { start: index * blockBytes, end: Math.min(size, (index + 1) * blockBytes) }
    const pieces = await Array.fromAsync(read(range))
    const [whole, ...more] = pieces
    const bytes = whole && more.length === 0 ? whole : Buffer.concat(pieces)
    for (const oldest of kept.keys()) {
      if (kept.size < keptMax) break
      kept.delete(oldest)
    }
    kept.set(index, bytes)
    return bytes
  }

  return {
    size,
    pieces: (start = 0, end = size) => read({ start, end }),
    at: async (start, length) => {
      const end = Math.min(size, start + Math.max(0, length))
      const from = Math.max(0, start)
      const whole = Buffer.allocUnsafe(Math.max(0, end - from))
      for (let at = from; at < end; ) {
        const within = at % blockBytes
        const bytes = await block((at - within) / blockBytes)
        const copied = bytes.copy(whole, at - from, within, within + end - at)
        if (copied === 0) return whole.subarray(0, at - from)
        at += copied
      }
      return whole
    },
  }
}

/** Returns a part of a source as a separate source. */
export const partOf = ({ at, pieces }: Source, from: number, size: number): Source => ({
  size,
  at: (start, length) => at(from + start, Math.min(length, Math.max(0, size - start))),
  pieces: (start = 0, end = size) => pieces(from + start, from + end),
})

/** A source over bytes in memory. */
export const inMemory = (content: Buffer): Source =>
  makeSource(content.length, ({ start, end }) => once(content.subarray(start, end)))

/** A stream with one chunk. */
export async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
