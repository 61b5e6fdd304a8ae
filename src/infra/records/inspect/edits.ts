import { refuse } from '#domain/records/refusals.ts'

/** Bytes from `from` until `until` that give way to others, most often as many. */
export type Edit = { from: number; until: number; put: Buffer }

/** What a look through one kind of file finds to change. */
export type Inspected = {
  /** So that it tells no place. */
  places: Edit[]
  /** So that nothing hangs behind it. */
  appendix: Edit[]
}

/** Bytes that give way to zeros. */
export const blank = (from: number, length: number): Edit => ({
  from,
  until: from + length,
  put: Buffer.alloc(length),
})

/** In their order. Edits that touch the same bytes come from a file that contradicts itself, which is refused. */
export function inOrder(edits: readonly Edit[]): Edit[] {
  const sorted = edits.toSorted((one, other) => one.from - other.from)
  for (const [index, { until }] of sorted.entries())
    if (until > (sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY)) throw refuse('broken')
  return sorted
}

/** The content with the edits made, piece by piece as it comes; `edits` are in their order. */
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
