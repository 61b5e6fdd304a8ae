import { refuse } from '#domain/records/refusals.ts'

/** Replaces the bytes from `from` up to `until`, usually with as many others. */
export type Edit = { from: number; until: number; put: Buffer }

/** The changes that one file needs. */
export type Inspected = {
  /** Remove location data. */
  places: Edit[]
  /** Remove data appended after the end. */
  appendix: Edit[]
}

/** Replaces bytes with zeros. */
export const blank = (from: number, length: number): Edit => ({
  from,
  until: from + length,
  put: Buffer.alloc(length),
})

/** The edits by position. Throws a refusal if two overlap, because the file then contradicts itself. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  const sorted = edits.toSorted((one, other) => one.from - other.from)
  for (const [index, { until }] of sorted.entries())
    if (until > (sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY)) throw refuse('broken')
  return sorted
}

/** The content with the edits applied, as a stream. `edits` must be in order. */
export async function* edited(
  content: AsyncIterable<Buffer>,
  edits: readonly Edit[],
): AsyncGenerator<Buffer> {
  let [at, next] = [0, 0]
  for await (const piece of content) {
    let done = 0
    while (done < piece.length) {
      const edit = edits[next]
      const place = at + done
      if (!edit || edit.from >= at + piece.length) {
        yield piece.subarray(done)
        break
      }
      if (place < edit.from) yield piece.subarray(done, edit.from - at)
      if (place <= edit.from && edit.put.length > 0) yield edit.put
      done = Math.min(piece.length, edit.until - at)
      if (at + done >= edit.until) next += 1
    }
    at += piece.length
  }
}
