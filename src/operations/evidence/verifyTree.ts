import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { findBrokenLink } from '../audit/findBrokenLink.ts'
import { readChainHeads } from '../audit/readChainHeads.ts'
import { CLOCK_SLACK_SECONDS } from '../audit/verifyChains.ts'
import type { RequestContext } from '../context.ts'
import { lanesInTree } from './appendRows.ts'
import { hashOfNote } from './checkpoint.ts'
import { type Head, readHead } from './heads.ts'
import { type LeafRow, readLeafRows, rowLeaf } from './leaf.ts'
import { EMPTY_ROOT, nodeHash } from './merkle.ts'
import { openTiles } from './tiles.ts'

/** What verification found: the first bad thing in a sentence, or `null`. */
export type TreeVerified = { leaves: number; heads: number; problem: string | null; lastHead: Head | null }

/** Rows that one statement reads. */
const AT_ONCE = 2000

/** The root of a growing tree, from the roots of its complete subtrees, largest first. */
function growingRoot() {
  const peaks: { hash: Buffer; size: number }[] = []
  return {
    add(hash: Buffer): void {
      let [merged, size] = [hash, 1]
      while (peaks.at(-1)?.size === size) {
        merged = nodeHash(peaks.pop()?.hash ?? merged, merged)
        size *= 2
      }
      peaks.push({ hash: merged, size })
    },
    root: (): Buffer =>
      peaks.reduceRight<Buffer | null>((root, { hash }) => (root ? nodeHash(hash, root) : hash), null) ??
      EMPTY_ROOT,
  }
}

/**
 * Recomputes the tree from the audit rows and compares it with every signed head, and the audit log with its own chains. `pin`
 * is the hash of a head that was kept elsewhere: it must still be among the heads. It writes nothing, and blocks no writer.
 */
export async function verifyTree(ctx: RequestContext, pin?: string): Promise<TreeVerified> {
  const { heads, problem } = await readHeads(ctx, pin)
  const seen = { leaves: 0, heads: heads.length, lastHead: heads.at(-1) ?? null }
  if (problem) return { ...seen, problem }
  const walked = await walk(ctx, heads)
  return { ...seen, leaves: walked.leaves, problem: walked.problem ?? (await chainsProblem(ctx)) }
}

async function readHeads(
  ctx: RequestContext,
  pin: string | undefined,
): Promise<{ heads: Head[]; problem: string | null }> {
  const heads: Head[] = []
  const found = (problem: string) => ({ heads, problem })
  for (let after = 0n; ; ) {
    const part = await ctx.db.evidenceHead.findMany({
      where: { number: { gt: after } },
      orderBy: { number: 'asc' },
      take: AT_ONCE,
    })
    for (const stored of part) {
      const head = readHead(stored, ctx.verifyWith)
      const before = heads.at(-1)
      const name = `Tree head ${stored.number}`
      if (!head) return found(`${name}: the signature is not valid`)
      const { checkpoint } = head
      if (hashOfNote(head.note) !== head.noteSha256) return found(`${name}: its hash is another one`)
      if (BigInt(checkpoint.size) !== stored.size) return found(`${name}: its size is another one`)
      if (head.number !== (before?.number ?? 0) + 1 || checkpoint.previous !== (before?.noteSha256 ?? null))
        return found(`${name}: the head before it is missing or another one`)
      if (before && checkpoint.size < before.checkpoint.size) return found(`${name}: the log became shorter`)
      if (before && checkpoint.time.getTime() < before.checkpoint.time.getTime() - CLOCK_SLACK_SECONDS * 1000)
        return found(`${name}: it is dated before the head that precedes it: the clock was set back`)
      heads.push(head)
    }
    const last = part.at(-1)
    if (!last) break
    after = last.number
  }
  if (pin !== undefined && !heads.some(({ noteSha256 }) => noteSha256 === pin))
    return found(
      `No tree head has the hash ${pin}: the log was replaced or rolled back since that head was signed`,
    )
  return { heads, problem: null }
}

/** Recomputes the leaves from the rows and compares the roots at each head. */
async function walk(
  ctx: RequestContext,
  heads: readonly Head[],
): Promise<{ leaves: number; problem: string | null }> {
  const tiles = openTiles(ctx.db, 0)
  const tree = growingRoot()
  const reached = new Map<number, number>()
  let [leaf, next] = [0, 0]
  const unequal = (): string | null => {
    for (let head = heads[next]; head && head.checkpoint.size === leaf; head = heads[next]) {
      if (!tree.root().equals(head.checkpoint.root))
        return `Tree head ${head.number}: the audit rows that it signed are not the ones in the database`
      next += 1
    }
    return null
  }
  for (let after = -1n; ; ) {
    const runs = await ctx.db.evidenceRun.findMany({
      where: { firstLeaf: { gt: after } },
      orderBy: { firstLeaf: 'asc' },
      take: 200,
    })
    for (const { firstLeaf, lane, firstPosition, rows } of runs) {
      const from = Number(firstPosition)
      if (Number(firstLeaf) !== leaf || from !== (reached.get(lane) ?? 0) + 1)
        return { leaves: leaf, problem: `Leaf ${leaf}: the list of rows in the tree has a gap` }
      const found = await rowsOf(ctx, lane, from, from + rows - 1)
      for (let at = 0; at < rows; at += 1) {
        const row = found[at]
        const problem = unequal() ?? (await leafProblem(tiles, leaf, row, lane, from + at))
        if (problem) return { leaves: leaf, problem }
        tree.add(await tiles.hashAt(0, leaf))
        leaf += 1
      }
      reached.set(lane, from + rows - 1)
    }
    const last = runs.at(-1)
    if (!last) break
    after = last.firstLeaf
  }
  const problem = unequal()
  const beyond = heads[next]
  if (problem || !beyond) return { leaves: leaf, problem }
  return { leaves: leaf, problem: `Tree head ${beyond.number}: rows that it signed are missing` }
}

async function rowsOf(ctx: RequestContext, lane: number, from: number, to: number): Promise<LeafRow[]> {
  const rows: LeafRow[] = []
  for (let start = from; start <= to; start += AT_ONCE)
    rows.push(...(await readLeafRows(ctx.db, [{ lane, from: start, to: Math.min(to, start + AT_ONCE - 1) }])))
  return rows
}

async function leafProblem(
  tiles: ReturnType<typeof openTiles>,
  leaf: number,
  row: LeafRow | undefined,
  lane: number,
  position: number,
): Promise<string | null> {
  const place = `Leaf ${leaf}, audit chain ${lane}, position ${position}`
  if (!row || Number(row.position) !== position) return `${place}: the row is missing`
  const isSame = rowLeaf(await tiles.seedFor(leaf), leaf, row).equals(await tiles.hashAt(0, leaf))
  return isSame ? null : `${place}, row ${row.id}: the row was changed after it was added to the tree`
}

/** Rows that are not in the tree yet are verified by their chains. */
async function chainsProblem({ db }: RequestContext): Promise<string | null> {
  const marks = await lanesInTree(db)
  const brokenLink = await findBrokenLink(db, await readChainHeads(db, marks), marks, false)
  return brokenLink && describeBrokenLink(brokenLink)
}
