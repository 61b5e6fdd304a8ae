import { createHash } from 'node:crypto'

// The tree of RFC 6962, section 2.1. Positions are numbers, which are exact up to 2^53.

/** Finds the hash of a complete subtree: of the leaves from `index * 2^level` up to the next one. */
export type HashAt = (level: number, index: number) => Promise<Buffer>

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** The root of a tree without leaves. */
export const EMPTY_ROOT = sha256()

export const leafHash = (content: Uint8Array): Buffer => sha256(LEAF, content)
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right)

/** The largest power of two below `size`, which is at least 2. */
function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

const isPowerOfTwo = (size: number) => size === 1 || split(size) * 2 === size

/** The root over the leaves from `start` up to `end`. A complete subtree is read in one step. */
async function rootOf(hashAt: HashAt, start: number, end: number): Promise<Buffer> {
  const size = end - start
  if (isPowerOfTwo(size) && start % size === 0) return hashAt(Math.round(Math.log2(size)), start / size)
  const middle = start + split(size)
  return nodeHash(await rootOf(hashAt, start, middle), await rootOf(hashAt, middle, end))
}

/** The root of the first `size` leaves. */
export const treeRoot = async (hashAt: HashAt, size: number): Promise<Buffer> =>
  size === 0 ? EMPTY_ROOT : rootOf(hashAt, 0, size)

/** The hashes that lead from the leaf `index` to the root of the first `size` leaves, from the leaf upward. */
export async function inclusionProof(hashAt: HashAt, index: number, size: number): Promise<Buffer[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`There is no leaf ${index} among ${size}`)
  const path = async (at: number, start: number, end: number): Promise<Buffer[]> => {
    if (end - start === 1) return []
    const middle = start + split(end - start)
    return at < middle
      ? [...(await path(at, start, middle)), await rootOf(hashAt, middle, end)]
      : [...(await path(at, middle, end)), await rootOf(hashAt, start, middle)]
  }
  return path(index, 0, size)
}

/** The root that a leaf and its proof lead to, or `null` if the proof has another length than such a proof has. */
export function rootFromInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Buffer | null {
  let hash: Buffer = Buffer.from(leaf)
  let [at, last] = [index, size - 1]
  if (!(index >= 0 && index < size)) return null
  for (const step of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(step, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, step)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hash : null
}

/** The hashes that show that the first `size` leaves begin with the first `earlier` ones. */
export async function consistencyProof(hashAt: HashAt, earlier: number, size: number): Promise<Buffer[]> {
  if (!(earlier >= 0 && earlier <= size)) throw new RangeError(`${earlier} leaves cannot begin ${size}`)
  if (earlier === 0 || earlier === size) return []
  const part = async (first: number, start: number, end: number, isWhole: boolean): Promise<Buffer[]> => {
    if (first === end - start) return isWhole ? [] : [await rootOf(hashAt, start, end)]
    const middle = start + split(end - start)
    return first <= middle - start
      ? [...(await part(first, start, middle, isWhole)), await rootOf(hashAt, middle, end)]
      : [...(await part(first - (middle - start), middle, end, false)), await rootOf(hashAt, start, middle)]
  }
  return part(earlier, 0, size, true)
}

/** A tree by its number of leaves and its root. */
export type Tree = { size: number; root: Uint8Array }

/** Whether the proof shows that `later` begins with the leaves of `earlier` (RFC 9162, section 2.1.4.2). */
export function isConsistent(earlier: Tree, later: Tree, proof: readonly Uint8Array[]): boolean {
  const equals = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && equals(earlier.root, later.root)
  if (earlier.size === 0) return proof.length === 0 && equals(earlier.root, EMPTY_ROOT)
  const steps = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : [...proof]
  const [first] = steps
  if (!first) return false
  let [at, last] = [earlier.size - 1, later.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  let [old, now]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)]
  for (const step of steps.slice(1)) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      old = nodeHash(step, old)
      now = nodeHash(step, now)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else now = nodeHash(now, step)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && equals(old, earlier.root) && equals(now, later.root)
}
