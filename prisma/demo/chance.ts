/** Random-looking values that are the same in every demo. */
export type Chance = {
  /** At least `low`, below `high`. */
  between: (low: number, high: number) => number
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
  /** A copy in another order. */
  shuffle: <Item>(items: readonly Item[]) => Item[]
  bytes: (count: number) => Buffer
}

const SEED = 20_261_121

/** The generator mulberry32 with a fixed seed: the demo needs believable spread, not secrecy. */
export function makeChance(): Chance {
  let state = SEED
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)

  return {
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[below(items.length)] ?? items[0],
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}
