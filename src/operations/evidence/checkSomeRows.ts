import type { BrokenLink } from '#domain/audit/integrity.ts'
import { alertToBrokenLink } from '../audit/guardAuditTrail.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { EvidenceFinding, headFinding } from './evidenceFinding.ts'
import { tileReader } from './evidenceLog.ts'
import { leafHashOf, readLeafRows } from './leaf.ts'
import { inclusionProof, isIncluded } from './merkle.ts'
import { openNote, originOf, type TreeHead } from './note.ts'
import { databaseTime, isStoredAs } from './signHead.ts'

const MINUTE_MS = 60_000
const DAY = 24 * 60
const WEEK = 7 * DAY

/** The largest log of which every row is checked each day: about 2,000 rows a minute. */
const DAILY_MAX = 3_000_000

/** Rows read by one statement. */
const AT_ONCE = 500

/**
 * Compares some audit rows with a signed tree head: this minute's share of all rows. Over a day, or over a week if there are
 * more than `DAILY_MAX`, it reaches every row that was signed before. Alerts all administrators to a row that was changed or
 * removed, and returns it.
 */
export async function checkSomeRows(
  ctx: RequestContext,
  { dailyMax = DAILY_MAX } = {},
): Promise<BrokenLink | null> {
  try {
    const share = await shareOfNow(ctx, dailyMax)
    if (share) await compareLeaves(ctx, share)
    return null
  } catch (error) {
    if (!(error instanceof EvidenceFinding)) throw error
    await inTransaction(ctx, (inside) => alertToBrokenLink(inside, error.brokenLink))
    return error.brokenLink
  }
}

/** The leaves from `from` to before `to` of the tree with this head, and the head's number. */
type Share = { head: TreeHead; number: number; from: number; to: number }

/** The head is that from before the day or week, so that the shares of all its minutes are parts of one whole. */
async function shareOfNow(ctx: RequestContext, dailyMax: number): Promise<Share | null> {
  const { logId, publicKey } = ctx.evidenceKeyOf()
  const minute = Math.floor((await databaseTime(ctx)).getTime() / MINUTE_MS)
  for (const period of [DAY, WEEK]) {
    const past = minute % period
    const stored = await ctx.db.evidenceHead.findFirst({
      where: { logId, signedAt: { lt: new Date((minute - past) * MINUTE_MS) } },
      orderBy: { number: 'desc' },
    })
    if (!stored) return null
    if (Number(stored.size) > dailyMax && period === DAY) continue
    const head = openNote(stored.note, originOf(logId), publicKey)
    if (!head || !isStoredAs(head, stored)) throw headFinding(Number(stored.number), 'tree_head')
    const shareUntil = (minutes: number) => Math.floor((minutes * head.size) / period)
    return { head, number: Number(stored.number), from: shareUntil(past), to: shareUntil(past + 1) }
  }
  return null
}

type Segment = { start: number; lane: number; first: number; rows: number }

async function compareLeaves(ctx: RequestContext, { head, number, from, to }: Share): Promise<void> {
  const key = ctx.evidenceKeyOf()
  const readTile = tileReader(ctx.db, key.logId)
  for (let at = from; at < to; at += AT_ONCE) {
    const segments = await segmentsIn(ctx, at, Math.min(at + AT_ONCE, to))
    const parts = segments.map(({ lane, first, rows }) => ({
      ...{ lane, length: first - 1, head: '', to: first + rows - 1 },
    }))
    const found = new Map(
      (await readLeafRows(ctx.db, parts)).map((row) => [`${row.lane} ${row.position}`, row]),
    )
    let next = at
    for (const { start, lane, first, rows } of segments) {
      if (start !== next) throw headFinding(number, 'tree_head')
      for (next = start; next < start + rows; next += 1) {
        const position = first + next - start
        const row = found.get(`${lane} ${position}`)
        if (!row) throw new EvidenceFinding({ lane, position, rowId: null, kind: 'missing' })
        const proof = await inclusionProof(readTile, next, head.size)
        if (!isIncluded(leafHashOf(key, row), next, head.size, proof, head.root))
          throw new EvidenceFinding({ lane, position, rowId: row.id, kind: 'evidence_row' })
      }
    }
    if (next < Math.min(at + AT_ONCE, to)) throw headFinding(number, 'tree_head')
  }
}

/** The chains' parts that are the leaves from `from` to before `to`, in their order. */
async function segmentsIn(ctx: RequestContext, from: number, to: number): Promise<Segment[]> {
  const { logId } = ctx.evidenceKeyOf()
  const found = await ctx.db.$queryRaw<Segment[]>`
    SELECT start::float8, lane::int, first_position::float8 AS first, rows FROM evidence_segments
    WHERE log_id = ${logId} AND start < ${to}::bigint AND start >= (
      SELECT max(start) FROM evidence_segments WHERE log_id = ${logId} AND start <= ${from}::bigint)
    ORDER BY start`
  return found.map(({ start, lane, first, rows }) => {
    const begin = Math.max(start, from)
    return { start: begin, lane, first: first + begin - start, rows: Math.min(start + rows, to) - begin }
  })
}
