import { EMPTY_ROOT, nodeHash } from './merkle.ts'

/** A growing tree that keeps only what its root needs: one hash for each full subtree. */
export type Frontier = { size: number; add: (leaf: Buffer) => void; root: () => Buffer }

export function makeFrontier(): Frontier {
  const hashes: Buffer[] = []
  const frontier = {
    size: 0,
    add: (leaf: Buffer) => {
      hashes.push(leaf)
      frontier.size += 1
      for (let rest = frontier.size; rest % 2 === 0; rest /= 2) {
        const right = hashes.pop() as Buffer
        hashes.push(nodeHash(hashes.pop() as Buffer, right))
      }
    },
    root: () =>
      hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right)),
  }
  return frontier
}
