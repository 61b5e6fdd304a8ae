import { BEGINNING, type ChainHead, digestOf } from '../audit/readChainHeads.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { EvidenceFinding } from './evidenceFinding.ts'
import { keepLog, type LogState, lockLog, readLogState, storeTiles, tileReader } from './evidenceLog.ts'
import { type ChainPart, leafHashOf, type ReadRow, readLeafRows } from './leaf.ts'
import { tilesAfter } from './merkle.ts'

/** Rows appended in one transaction, in a fraction of a second. */
const AT_ONCE = 1000

/**
 * Appends the audit rows that exist at the start to the evidence log: each chain's rows by position, the chains of a batch
 * by number. Safe to repeat and to run concurrently. Throws `EvidenceFinding` where the rows contradict the log.
 */
export async function appendRows(ctx: RequestContext, stopping?: AbortSignal): Promise<void> {
  const ends = await ctx.db.auditLane.findMany({ where: { length: { gt: 0 } }, orderBy: { lane: 'asc' } })
  const targets = new Map(ends.map(({ lane, length }) => [lane, Number(length)]))
  while (!stopping?.aborted && (await inTransaction(ctx, (inside) => appendBatch(inside, targets))));
}

/** Appends up to `AT_ONCE` rows. Returns whether there were that many. */
async function appendBatch(ctx: RequestContext, targets: ReadonlyMap<number, number>): Promise<boolean> {
  const { db } = ctx
  const key = ctx.evidenceKeyOf()
  await lockLog(db)
  const state = await readLogState(db, key.logId)
  assertContinued(state)
  const parts = partsOf(state, targets)
  if (parts.length === 0) return false
  const rows = await readLeafRows(db, parts)
  await keepLog(db, key)
  let start = state.size
  const segments: object[] = []
  for (const part of parts) {
    const own = rows.filter(({ lane }) => lane === part.lane)
    assertWhole(part, own)
    const head = own.at(-1)?.hash
    segments.push({ start, lane: part.lane, first: part.length + 1, rows: own.length, head })
    start += own.length
  }
  const leaves = rows.map((row) => leafHashOf(key, row))
  await storeTiles(db, key.logId, await tilesAfter(state.size, leaves, tileReader(db, key.logId)))
  await db.$executeRaw`
    INSERT INTO evidence_segments (log_id, start, lane, first_position, rows, last_hash)
    SELECT ${key.logId}, start, lane, first, rows, decode(head, 'hex') FROM jsonb_to_recordset(${JSON.stringify(segments)}::jsonb)
      AS s (start bigint, lane smallint, first bigint, rows integer, head text)`
  return rows.length >= AT_ONCE
}

function partsOf({ lanes }: LogState, targets: ReadonlyMap<number, number>): ChainPart[] {
  const parts: ChainPart[] = []
  let room = AT_ONCE
  for (const [lane, target] of targets) {
    const { length, head } = lanes.find((one) => one.lane === lane) ?? { length: 0, head: BEGINNING }
    const to = Math.min(target, length + room)
    if (to <= length) continue
    parts.push({ lane, length, head, to })
    room -= to - length
  }
  return parts
}

/** A chain whose end was cut off or rewritten no longer has the last row that was appended. */
export function assertContinued({ lanes }: LogState): void {
  const broken = lanes.find(({ head, rowHash }) => head !== rowHash)
  if (broken)
    throw new EvidenceFinding({ lane: broken.lane, position: broken.length, rowId: null, kind: 'rewritten' })
}

/** Throws `EvidenceFinding` at the first row of a part that is missing or does not continue its chain. */
export function assertWhole({ lane, length, to }: ChainPart, rows: readonly ReadRow[]): void {
  for (let position = length + 1; position <= to; position += 1) {
    const row = rows[position - length - 1]
    if (row?.position !== position)
      throw new EvidenceFinding({ lane, position, rowId: null, kind: 'missing' })
    if (!row.isLinked) throw new EvidenceFinding({ lane, position, rowId: row.id, kind: 'changed' })
    if (!row.idsMatch) throw new EvidenceFinding({ lane, position, rowId: row.id, kind: 'patients' })
  }
}

/** The hash over all chains that a head names. */
export const chainsDigest = (lanes: readonly ChainHead[]): Buffer =>
  Buffer.from(digestOf(lanes.map(({ lane, length, head }) => ({ lane, length, head }))), 'hex')
