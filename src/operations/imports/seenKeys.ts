import { createHash } from 'node:crypto'

/** Where a key was seen first. */
export type SeenKeys = {
  lineOf: (key: string) => number | undefined
  add: (key: string, line: number) => void
}

/**
 * The keys of a whole file in twelve bytes each. By 64 bits of a hash, of which two keys in a file of 500,000 rows share
 * all in one of some ten million files.
 */
export function makeSeenKeys(most: number): SeenKeys {
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, most * 2)))
  const high = new Uint32Array(size)
  const low = new Uint32Array(size)
  const lines = new Int32Array(size)

  /** Where the key is, or the empty place where it belongs. */
  function placeOf(key: string): { at: number; first: number; second: number } {
    const hash = createHash('sha256').update(key).digest()
    const [first, second] = [hash.readUInt32LE(0), hash.readUInt32LE(4)]
    let at = hash.readUInt32LE(8) % size
    while (lines[at] !== 0 && (high[at] !== first || low[at] !== second)) at = (at + 1) % size
    return { at, first, second }
  }

  return {
    lineOf: (key) => lines[placeOf(key).at] || undefined,
    add: (key, line) => {
      const { at, first, second } = placeOf(key)
      if (lines[at] !== 0) return
      high[at] = first
      low[at] = second
      lines[at] = line
    },
  }
}
