import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  type ReadTile,
  rootOf,
  tilesAfter,
} from './merkle.ts'

/** MTH as RFC 6962 defines it, over all leaves. */
const plainRoot = (leaves: Buffer[]): Buffer => {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] as Buffer
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return nodeHash(plainRoot(leaves.slice(0, middle)), plainRoot(leaves.slice(middle)))
}

const leaves = Array.from({ length: 1200 }, (_, n) => leafHash(`row ${n}`))

async function treeOf(parts: number[]) {
  const tiles = new Map<string, Buffer>()
  const readTile: ReadTile = async (level, index) => {
    const tile = tiles.get(`${level} ${index}`)
    if (!tile) throw new Error(`no tile ${level} ${index}`)
    return tile
  }
  let size = 0
  for (const count of parts) {
    for (const { level, index, hashes } of await tilesAfter(size, leaves.slice(size, size + count), readTile))
      tiles.set(`${level} ${index}`, hashes)
    size += count
  }
  return { readTile, size }
}

test('the roots are those of the test vectors of RFC 6962', async () => {
  expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(leafHash('').toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
})

test('however a tree grows, its root and proofs are those of its leaves', async () => {
  const part = fc.integer({ min: 1, max: 300 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      async (parts, a, b) => {
        const { readTile, size } = await treeOf(parts)
        const [index, before] = [a % size, 1 + (b % size)]
        const root = plainRoot(leaves.slice(0, size))
        expect(await rootOf(readTile, size)).toEqual(root)
        const inclusion = await inclusionProof(readTile, index, size)
        expect(isIncluded(leaves[index] as Buffer, index, size, inclusion, root)).toBe(true)
        const old = { size: before, root: plainRoot(leaves.slice(0, before)) }
        const consistency = await consistencyProof(readTile, before, size)
        expect(isConsistent(old, { size, root }, consistency)).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('no proof holds for another leaf, index, size or root', async () => {
  const { readTile, size } = await treeOf([300, 77])
  const root = await rootOf(readTile, size)
  const proof = await inclusionProof(readTile, 123, size)
  const leaf = leaves[123] as Buffer
  expect(isIncluded(leaves[124] as Buffer, 123, size, proof, root)).toBe(false)
  expect(isIncluded(leaf, 124, size, proof, root)).toBe(false)
  expect(isIncluded(leaf, 123, size, proof.slice(1), root)).toBe(false)
  expect(isIncluded(leaf, 123, size, [...proof, leaf], root)).toBe(false)
  expect(isIncluded(leaf, 123, size, proof, EMPTY_ROOT)).toBe(false)
  const path = await consistencyProof(readTile, 200, size)
  const before = { size: 200, root: await rootOf(readTile, 200) }
  expect(isConsistent(before, { size, root }, path)).toBe(true)
  expect(isConsistent({ ...before, root: leaf }, { size, root }, path)).toBe(false)
  expect(isConsistent(before, { size, root: leaf }, path)).toBe(false)
  expect(isConsistent({ ...before, size: 201 }, { size, root }, path)).toBe(false)
  expect(isConsistent(before, { size, root }, path.slice(1))).toBe(false)
  expect(isConsistent({ size, root }, before, [])).toBe(false)
})
