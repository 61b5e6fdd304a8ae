import type { BrokenLink, BrokenLinkKind } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { findBrokenLink } from '../audit/findBrokenLink.ts'
import { type AuditChain, BEGINNING, type ChainHead, readChainHeads } from '../audit/readChainHeads.ts'
import { CLOCK_SLACK_SECONDS } from '../audit/verifyChains.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { lastHead } from './heads.ts'
import { readLeafRows, rowLeaf, type Stretch } from './leaf.ts'
import { openTiles } from './tiles.ts'

/** Rows added by one transaction, which takes about a second. */
const AT_ONCE = 2000

/** A number that is used for no other lock in this database. */
const EVIDENCE_LOCK = 20_261_127

/** Held until the transaction ends, so that one process at a time extends the tree. */
export const lockTree = (db: Database): Promise<unknown> =>
  db.$queryRaw`SELECT pg_advisory_xact_lock(${EVIDENCE_LOCK}::bigint)::text`

/** How much of each chain is in the tree. */
export async function lanesInTree(db: Database): Promise<ChainHead[]> {
  const lanes = await db.evidenceLane.findMany({ orderBy: { lane: 'asc' } })
  return lanes.map(({ lane, length, head }) => ({
    lane,
    length: Number(length),
    head: Buffer.from(head).toString('hex'),
  }))
}

export const sizeOf = (lanes: readonly ChainHead[]): number =>
  lanes.reduce((sum, { length }) => sum + length, 0)

/**
 * Adds the rows that the audit log has now to the tree: chain by chain, in the order of their positions. First verifies that
 * they continue what is in the tree. Returns what does not; then only a clock that was set back lets the rows in.
 */
export async function appendRows(ctx: RequestContext): Promise<BrokenLink | null> {
  const marks = await lanesInTree(ctx.db)
  const chains = await readChainHeads(ctx.db, marks)
  const broken = (await findBrokenLink(ctx.db, chains, marks, true)) ?? (await findBackdated(ctx, marks))
  if (broken && !clockKinds.includes(broken.kind)) return broken
  while ((await inTransaction(ctx, (inside) => appendSome(inside.db, chains))) === AT_ONCE);
  return broken
}

/** Findings that prevent no signature: the rows themselves are whole. */
export const clockKinds: readonly BrokenLinkKind[] = ['clock', 'head_clock']

/** The longest time between writing a row and committing it, with a margin. The limit of a transaction is 20 seconds. */
const COMMIT_MAX = '10 minutes'

/** Finds a clock that is behind the last signed head, or a new row that is dated long before it. */
async function findBackdated(ctx: RequestContext, marks: readonly ChainHead[]): Promise<BrokenLink | null> {
  const head = await lastHead(ctx.db)
  if (!head) return null
  const [found] = await ctx.db.$queryRaw<BrokenLink[]>`
    WITH late AS (
      SELECT a.lane::int AS lane, a.position::int AS position, a.id AS "rowId"
        FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS m (lane smallint, length bigint)
        JOIN audit_logs a ON a.lane = m.lane AND a.position > m.length
       WHERE a.scheme >= 2 AND a.created_at < ${head.signedAt}::timestamptz - ${COMMIT_MAX}::interval
       LIMIT 1)
    SELECT *, 'head_clock' AS kind FROM late
    UNION ALL SELECT 0, 0, NULL, 'head_clock'
     WHERE audit_time(${ctx.now()}::timestamptz) < ${head.signedAt}::timestamptz - ${CLOCK_SLACK_SECONDS} * interval '1 second'
     LIMIT 1`
  return found ?? null
}

/** Adds up to `AT_ONCE` rows of these chains, and returns how many. */
async function appendSome(db: Database, chains: readonly AuditChain[]): Promise<number> {
  await lockTree(db)
  const lanes = await lanesInTree(db)
  const stretches: Stretch[] = []
  let room = AT_ONCE
  for (const { lane, length } of chains) {
    const from = (lanes.find((one) => one.lane === lane)?.length ?? 0) + 1
    const to = Math.min(length, from + room - 1)
    if (to < from) continue
    stretches.push({ lane, from, to })
    room -= to - from + 1
  }
  if (stretches.length === 0) return 0
  await addLeaves(db, sizeOf(lanes), stretches)
  return AT_ONCE - room
}

async function addLeaves(db: Database, size: number, stretches: readonly Stretch[]): Promise<void> {
  const rows = await readLeafRows(db, stretches)
  const tiles = openTiles(db, size)
  const heads = new Map<number, ChainHead>(
    stretches.map(({ lane }) => [lane, { lane, length: 0, head: BEGINNING }]),
  )
  for (const [at, row] of rows.entries()) {
    await tiles.append(rowLeaf(await tiles.seedFor(size + at), size + at, row))
    const lane = Number(row.chain)
    heads.set(lane, { lane, length: Number(row.position), head: row.hash ?? '' })
  }
  const isWhole = stretches.every(({ lane, to }) => heads.get(lane)?.length === to)
  const wanted = stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  if (!isWhole || rows.length !== wanted)
    throw new Error('Audit rows disappeared while they were added to the tree')
  await tiles.store()
  let firstLeaf = size
  for (const { lane, from, to } of stretches) {
    await db.evidenceRun.create({ data: { firstLeaf, lane, firstPosition: from, rows: to - from + 1 } })
    firstLeaf += to - from + 1
  }
  await db.$executeRaw`
    INSERT INTO evidence_lanes (lane, length, head)
    SELECT lane, length, decode(head, 'hex')
      FROM jsonb_to_recordset(${JSON.stringify([...heads.values()])}::jsonb) AS h (lane smallint, length bigint, head text)
    ON CONFLICT (lane) DO UPDATE SET length = excluded.length, head = excluded.head`
}
