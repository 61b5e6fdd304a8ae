import { refuse } from '#domain/records/refusals.ts'

/** Looks at pieces of one stream in their order; `at` is where a piece begins. */
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
    // Copied: the piece is not ours to keep.
    before = Buffer.from(
      (piece.length >= overlap ? piece : Buffer.concat([before, piece])).subarray(-overlap),
    )
  }
}

/** Throws where the stream holds these bytes. */
export const refuseWith = (mark: string | Buffer, refusal: () => Error): Watch =>
  overSeams(mark.length - 1, (piece) => {
    if (piece.includes(mark)) throw refusal()
  })

/** The test virus that every scanner knows (EICAR), in two halves: written out it would be found in this file. */
const TEST_VIRUS = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

/** Throws where the mark of harmful software stands. */
export const malwareWatch = (): Watch => refuseWith(TEST_VIRUS, () => refuse('malware'))
