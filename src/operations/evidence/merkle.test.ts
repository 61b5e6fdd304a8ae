import { describe, expect, test } from 'vitest'
import {
  consistencyProof,
  EMPTY_ROOT,
  type HashAt,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  rootFromInclusion,
  treeRoot,
} from './merkle.ts'

// The test vectors of the certificate-transparency project: eight leaves and the root after each.
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const subtree =
  (hashes: readonly Buffer[]): HashAt =>
  async (level, index) => {
    if (level === 0) return hashes[index] ?? Buffer.alloc(0)
    const below = subtree(hashes)
    return nodeHash(await below(level - 1, 2 * index), await below(level - 1, 2 * index + 1))
  }

const numbered = (size: number) => Array.from({ length: size }, (_, n) => leafHash(Buffer.from(`leaf ${n}`)))
const turned = (hash: Uint8Array) => Buffer.from(hash.map((byte, at) => (at === 7 ? byte ^ 1 : byte)))

test('the roots are those of the published test vectors', async () => {
  const hashAt = subtree(leaves.map((leaf) => leafHash(Buffer.from(leaf, 'hex'))))
  expect((await treeRoot(hashAt, 0)).toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  for (const [at, root] of roots.entries())
    expect((await treeRoot(hashAt, at + 1)).toString('hex')).toBe(root)
})

describe('for every tree of up to 40 leaves', () => {
  const all = numbered(40)
  const hashAt = subtree(all)

  test('each leaf is proven, and no other leaf, place or size is', async () => {
    for (let size = 1; size <= 40; size += 1) {
      const root = await treeRoot(hashAt, size)
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(hashAt, index, size)
        const leaf = all[index] ?? EMPTY_ROOT
        expect(rootFromInclusion(leaf, index, size, proof)).toEqual(root)
        expect(rootFromInclusion(turned(leaf), index, size, proof)).not.toEqual(root)
        expect(rootFromInclusion(leaf, index + 1, size, proof)).not.toEqual(root)
        expect(rootFromInclusion(leaf, index, size, [...proof, root])).toBeNull()
        for (const at of proof.keys())
          expect(
            rootFromInclusion(
              leaf,
              index,
              size,
              proof.map((one, n) => (n === at ? turned(one) : one)),
            ),
          ).not.toEqual(root)
      }
    }
  })

  test('each earlier tree is proven to begin it, and no other tree is', async () => {
    for (let size = 0; size <= 40; size += 1)
      for (let earlier = 0; earlier <= size; earlier += 1) {
        const [before, after] = await Promise.all([treeRoot(hashAt, earlier), treeRoot(hashAt, size)])
        const proof = await consistencyProof(hashAt, earlier, size)
        const now = { size, root: after }
        expect(isConsistent({ size: earlier, root: before }, now, proof)).toBe(true)
        expect(isConsistent({ size: earlier, root: turned(before) }, now, proof)).toBe(false)
        if (earlier === 0) continue
        expect(isConsistent({ size: earlier, root: before }, { size, root: turned(after) }, proof)).toBe(
          false,
        )
        expect(isConsistent({ size: earlier, root: before }, now, [...proof, after])).toBe(false)
        for (const at of proof.keys())
          expect(
            isConsistent(
              { size: earlier, root: before },
              now,
              proof.map((one, n) => (n === at ? turned(one) : one)),
            ),
          ).toBe(false)
      }
  })
})
