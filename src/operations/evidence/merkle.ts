import { createHash } from 'node:crypto'

/** The hashes in a full tile, and the height of the subtree over them. */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const HASH_BYTES = 32

/** Reads the hashes of a tile, 32 bytes each, as many as exist. Throws if the tile does not exist. */
export type ReadTile = (level: number, index: number) => Promise<Buffer>
/** A tile to store. A partial one replaces the shorter one before it. */
export type Tile = { level: number; index: number; hashes: Buffer }

/** SHA-256. */
export const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)
export const leafHash = (leaf: Buffer | string): Buffer => sha256(LEAF, leaf)
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right)
/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256()

/**
 * The tiles that change when these leaves are appended to a tree of `size` leaves. Only full tiles count in the level
 * above (tlog-tiles of C2SP), so that a stored hash never changes.
 */
export async function tilesAfter(
  size: number,
  leaves: readonly Buffer[],
  readTile: ReadTile,
): Promise<Tile[]> {
  const changed: Tile[] = []
  let added: readonly Buffer[] = leaves
  let before = size
  for (let level = 0; added.length > 0; level += 1) {
    const full: Buffer[] = []
    let index = Math.floor(before / TILE_WIDTH)
    const kept = before % TILE_WIDTH
    let hashes = kept > 0 ? hashesOf(await readTile(level, index), kept) : []
    for (const hash of added) {
      hashes.push(hash)
      if (hashes.length < TILE_WIDTH) continue
      const tile = Buffer.concat(hashes)
      changed.push({ level, index, hashes: tile })
      full.push(hashAt(heightsOf(tile)[TILE_HEIGHT], 0))
      hashes = []
      index += 1
    }
    if (hashes.length > 0) changed.push({ level, index, hashes: Buffer.concat(hashes) })
    before = Math.floor(before / TILE_WIDTH)
    added = full
  }
  return changed
}

const hashesOf = (tile: Buffer, count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => hashAt(tile, n))

function hashAt(hashes: Buffer | undefined, index: number): Buffer {
  const hash = hashes?.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  if (hash?.length !== HASH_BYTES) throw new Error('A tile of the evidence log is too short')
  return hash
}

/**
 * The hashes inside a tile, by height: its own, those over each two of them, over each four, and so on. Proofs of many rows
 * read the same tiles, so each is computed once.
 */
function heightsOf(tile: Buffer): readonly Buffer[] {
  const known = knownHeights.get(tile)
  if (known) return known
  const heights = [tile]
  for (let row = tile; row.length >= 2 * HASH_BYTES; ) {
    const below = row
    const pairs = Array.from({ length: Math.floor(row.length / (2 * HASH_BYTES)) }, (_, n) =>
      nodeHash(hashAt(below, 2 * n), hashAt(below, 2 * n + 1)),
    )
    row = Buffer.concat(pairs)
    heights.push(row)
  }
  knownHeights.set(tile, heights)
  return heights
}

const knownHeights = new WeakMap<Buffer, readonly Buffer[]>()

/** The hash over the full subtree of 2^height leaves with this index. */
async function subtree(readTile: ReadTile, height: number, index: number): Promise<Buffer> {
  const level = Math.floor(height / TILE_HEIGHT)
  const heightInTile = height % TILE_HEIGHT
  const inTile = TILE_WIDTH / 2 ** heightInTile
  const tile = await readTile(level, Math.floor(index / inTile))
  return hashAt(heightsOf(tile)[heightInTile], index % inTile)
}

/** The largest power of two below `count`, which is at least 2. */
const split = (count: number) => 2 ** Math.floor(Math.log2(count - 1))

/** MTH(D[from:to]) of RFC 6962. `from` must begin a subtree that is large enough, as in every proof. */
async function range(readTile: ReadTile, from: number, to: number): Promise<Buffer> {
  const count = to - from
  const height = Math.log2(count)
  if (Number.isInteger(height)) return subtree(readTile, height, from / count)
  const middle = from + split(count)
  return nodeHash(await range(readTile, from, middle), await range(readTile, middle, to))
}

/** The root over the first `size` leaves. */
export const rootOf = async (readTile: ReadTile, size: number): Promise<Buffer> =>
  size === 0 ? EMPTY_ROOT : range(readTile, 0, size)

/** The proof that leaf `index` is among the first `size` leaves (RFC 6962, 2.1.1). */
export async function inclusionProof(readTile: ReadTile, index: number, size: number): Promise<Buffer[]> {
  const path = async (from: number, to: number): Promise<Buffer[]> => {
    if (to - from === 1) return []
    const middle = from + split(to - from)
    return index < middle
      ? [...(await path(from, middle)), await range(readTile, middle, to)]
      : [...(await path(middle, to)), await range(readTile, from, middle)]
  }
  return path(0, size)
}

/** The proof that a tree of `size` leaves begins with the tree of the first `before` leaves (RFC 6962, 2.1.2). */
export async function consistencyProof(readTile: ReadTile, before: number, size: number): Promise<Buffer[]> {
  if (before === 0 || before === size) return []
  const path = async (from: number, to: number, isWhole: boolean): Promise<Buffer[]> => {
    if (before === to) return isWhole ? [] : [await range(readTile, from, to)]
    const middle = from + split(to - from)
    return before <= middle
      ? [...(await path(from, middle, isWhole)), await range(readTile, middle, to)]
      : [...(await path(middle, to, false)), await range(readTile, from, middle)]
  }
  return path(0, size, true)
}

/** Whether a proof leads from this leaf to this root (RFC 9162, 2.1.3.2). */
export function isIncluded(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
  root: Buffer,
): boolean {
  if (index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const one of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(one, hash)
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(hash, one)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && hash.equals(root)
}

/** A tree's size and root. */
export type TreeRoot = { size: number; root: Buffer }

/** Whether a proof shows that the tree `after` begins with the tree `before` (RFC 9162, 2.1.4.2). */
export function isConsistent(before: TreeRoot, after: TreeRoot, proof: readonly Buffer[]): boolean {
  if (before.size > after.size) return false
  if (before.size === after.size) return proof.length === 0 && before.root.equals(after.root)
  if (before.size === 0) return proof.length === 0 && before.root.equals(EMPTY_ROOT)
  let [node, last] = [before.size - 1, after.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  const path = node > 0 ? [...proof] : [before.root, ...proof]
  const first = path.shift()
  if (!first) return false
  let [old, now] = [first, first]
  for (const one of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      old = nodeHash(one, old)
      now = nodeHash(one, now)
      while (node % 2 === 0 && node > 0) [node, last] = [half(node), half(last)]
    } else now = nodeHash(now, one)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && old.equals(before.root) && now.equals(after.root)
}

const half = (value: number) => Math.floor(value / 2)
