import { randomBytes } from 'node:crypto'
import type { Database } from '#infra/database.ts'
import { type HashAt, nodeHash } from './merkle.ts'

/** The hashes in a full tile, whose root is one hash eight levels up. */
const WIDTH = 256
const LEVELS = 8
const HASH_BYTES = 32

type Tile = { hashes: Buffer[]; seed: Buffer | null; isChanged: boolean }

/** The stored hashes of the tree, with a cache. */
export type Tiles = {
  hashAt: HashAt
  /** The seed of the tile that a leaf is in. Creates it for a new tile. */
  seedFor: (leaf: number) => Promise<Buffer>
  /** Adds the next leaf. */
  append: (hash: Buffer) => Promise<void>
  /** Stores what was appended. */
  store: () => Promise<void>
}

/** Opens the tree with `size` leaves. */
export function openTiles(db: Database, size: number): Tiles {
  const tiles = new Map<string, Tile>()
  let leaves = size

  async function tileAt(level: number, index: number): Promise<Tile> {
    const name = `${level}/${index}`
    const known = tiles.get(name)
    if (known) return known
    const found = await db.evidenceTile.findUnique({ where: { level_index: { level, index } } })
    const bytes = Buffer.from(found?.hashes ?? [])
    const hashes = Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
      bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
    )
    const tile = { hashes, seed: found?.seed ? Buffer.from(found.seed) : null, isChanged: false }
    // Only the newest tiles change; a walk over the whole tree must not keep all the others.
    if (tiles.size > 1000) for (const [key, { isChanged }] of tiles) if (!isChanged) tiles.delete(key)
    tiles.set(name, tile)
    return tile
  }

  async function add(level: number, index: number, hash: Buffer): Promise<void> {
    const tile = await tileAt(level, Math.floor(index / WIDTH))
    if (tile.hashes.length !== index % WIDTH)
      throw new Error(
        `The tree has ${tile.hashes.length} hashes in its last tile of level ${level}, not ${index % WIDTH}`,
      )
    if (level === 0) tile.seed ??= randomBytes(HASH_BYTES)
    tile.hashes.push(hash)
    tile.isChanged = true
    if (tile.hashes.length === WIDTH) await add(level + 1, Math.floor(index / WIDTH), rootOf(tile.hashes))
  }

  return {
    hashAt: async (level, index) => {
      const width = 2 ** (level % LEVELS)
      const first = index * width
      const tile = await tileAt(Math.floor(level / LEVELS), Math.floor(first / WIDTH))
      const hashes = tile.hashes.slice(first % WIDTH, (first % WIDTH) + width)
      if (hashes.length < width) throw new Error(`The tree has no hash ${index} on level ${level}`)
      return rootOf(hashes)
    },
    seedFor: async (leaf) => {
      const tile = await tileAt(0, Math.floor(leaf / WIDTH))
      tile.seed ??= randomBytes(HASH_BYTES)
      return tile.seed
    },
    append: async (hash) => {
      await add(0, leaves, hash)
      leaves += 1
    },
    store: async () => {
      const changed = [...tiles].filter(([, { isChanged }]) => isChanged)
      const rows = changed.map(([name, { hashes, seed }]) => {
        const [level, index] = name.split('/')
        return {
          level,
          index,
          hashes: Buffer.concat(hashes).toString('hex'),
          seed: seed?.toString('hex') ?? null,
        }
      })
      await db.$executeRaw`
        INSERT INTO evidence_tiles (level, index, hashes, seed)
        SELECT level, index, decode(hashes, 'hex'), decode(seed, 'hex')
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t (level smallint, index bigint, hashes text, seed text)
        ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes`
      for (const [, tile] of changed) tile.isChanged = false
    },
  }
}

/** The root over a power of two of hashes. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes
  if (hashes.length === 1 && first) return first
  const middle = hashes.length / 2
  return nodeHash(rootOf(hashes.slice(0, middle)), rootOf(hashes.slice(middle)))
}
