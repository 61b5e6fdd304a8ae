import { refuse } from '#domain/records/refusals.ts'

/** Reads the chunks of a stream in order. `at` is the offset of the chunk. */
export type Watch = (piece: Buffer, at: number) => void

/**
 * Calls `look` with every piece, and with the bytes around every boundary between two pieces, so that it finds matches
 * across a boundary. It sees bytes near a boundary twice.
 */
export function overSeams(overlap: number, look: Watch): Watch {
  let before: Buffer = Buffer.alloc(0)
  return (piece, at) => {
    if (before.length > 0) look(Buffer.concat([before, piece.subarray(0, overlap)]), at - before.length)
    look(piece, at)
    // Copied, because the chunk may be reused.
    before = Buffer.from(
      (piece.length >= overlap ? piece : Buffer.concat([before, piece])).subarray(-overlap),
    )
  }
}

/** Throws if the stream contains these bytes. */
export const refuseWith = (mark: string | Buffer, refusal: () => Error): Watch =>
  overSeams(mark.length - 1, (piece) => {
    if (piece.includes(mark)) throw refusal()
  })

/** The EICAR test virus in two halves. Otherwise a scanner would report this source file. */
const TEST_VIRUS = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

/** Throws if the stream contains a malware signature. */
export const malwareWatch = (): Watch => refuseWith(TEST_VIRUS, () => refuse('malware'))
