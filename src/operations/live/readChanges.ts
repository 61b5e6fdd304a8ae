import { createHash } from 'node:crypto'
import { isInScope } from '#domain/access/policy.ts'
import { Failure } from '#domain/errors.ts'
import { changeFeedInput, FEED_PAGE, type FeedChange, type FeedPage } from '#domain/live/changeFeed.ts'
import { type ChangeNotice, changeActions } from '#domain/live/notice.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { whoSees } from './changeVisibility.ts'

/**
 * The changes after a cursor that the caller may see now, in order. Without a cursor there are none, only the cursor to begin
 * with. Throws `invalid` for a cursor that is not of this audit log.
 *
 * The feed reads the chains of the audit log. A chain is locked until the transaction that extends it ends, so the row
 * after a position is never written later than one behind it. A cursor has a position in each chain, so no change is missed or
 * sent twice. It also has a hash over the rows at its positions, which finds a cursor from before a backup was restored.
 */
export const readChanges = operation(
  changeFeedInput,
  async (ctx, { after, first, types }): Promise<FeedPage> => {
    authorize(ctx, 'live.follow')
    if (after == null) return { changes: [], cursor: await newestCursor(ctx), hasMore: false }
    const from = await positionsOf(ctx, after)
    const { rows, reached, isCut } = await readRows(ctx, from)
    const { changes, unread } = await visible(ctx, rows, {
      first: first ?? FEED_PAGE.size,
      types: types ?? null,
    })
    const to = new Map([...from, ...reached])
    // A chain with changes that are left for the next page ends before the first of them.
    for (const { lane, position } of unread.toReversed()) to.set(lane, Number(position) - 1)
    return { changes, cursor: await cursorAt(ctx, to), hasMore: isCut || unread.length > 0 }
  },
)

/** The cursor after all changes so far. */
export const newestCursor = async (ctx: OperationContext): Promise<string> =>
  cursorAt(ctx, await readEnds(ctx))

/** The position in each chain, by its number. */
type Positions = Map<number, number>

/** How many rows a page examines at most, in all chains together. */
const EXAMINED_MAX = 3_200

type Row = Pick<ChangeNotice, 'resourceType' | 'resourceId' | 'patientId' | 'action'> & {
  lane: number
  position: bigint
  at: Date
  userId: string | null
  apiKey: string | null
  former: string | null
  isRestricted: string | null
}
type Read = {
  /** Changes in the order of their times. */
  rows: Row[]
  /** The last examined position of each chain that has one. */
  reached: Positions
  /** Whether a chain may have more rows. */
  isCut: boolean
}

/**
 * Reads the next rows of all chains up to one time, so that pages are in the order of time although chains grow at different
 * speeds. Times ascend along a chain.
 */
async function readRows({ db }: OperationContext, from: Positions): Promise<Read> {
  const [found] = await db.$queryRaw<
    { rows: (Row & { at: string })[]; reached: [number, number][]; isCut: boolean }[]
  >`
    WITH grown AS (
      SELECT chain.lane, coalesce(cursor.position, 0) AS position
      FROM audit_lanes chain
        LEFT JOIN unnest(${[...from.keys()]}::smallint[], ${[...from.values()]}::bigint[]) AS cursor (lane, position)
          USING (lane)
      WHERE chain.length > coalesce(cursor.position, 0)
    ), share AS (
      SELECT ${EXAMINED_MAX}::int / greatest(count(*)::int, 1) AS rows FROM grown
    ), examined AS MATERIALIZED (
      SELECT next.*, max(next.created_at) OVER (PARTITION BY next.lane ORDER BY next.position) AS reached_at
      FROM grown CROSS JOIN LATERAL (
        SELECT * FROM audit_logs entry
        WHERE entry.lane = grown.lane AND entry.position > grown.position
        ORDER BY entry.position LIMIT (SELECT rows FROM share)) AS next
    ), full_chains AS (
      SELECT max(reached_at) AS reached_at FROM examined GROUP BY lane HAVING count(*) = (SELECT rows FROM share)
    ), ready AS (
      SELECT * FROM examined WHERE reached_at <= coalesce((SELECT min(reached_at) FROM full_chains), 'infinity')
    )
    SELECT EXISTS (SELECT FROM full_chains) AS "isCut",
      (SELECT coalesce(jsonb_agg(jsonb_build_array(lane, position)), '[]')
         FROM (SELECT lane, max(position) AS position FROM ready GROUP BY lane) AS ends) AS reached,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('lane', lane, 'position', position, 'at', created_at, 'action', action,
          'resourceType', resource_type, 'resourceId', resource_id, 'patientId', patient_id, 'userId', user_id,
          'apiKey', details->>'apiKey', 'former', details->>'former', 'isRestricted', details->>'isRestricted')
          ORDER BY reached_at, lane, position), '[]')
         FROM ready
         WHERE action::text = ANY(${changeActions}::text[])
           AND (action <> 'viewed' OR resource_type = 'consent_request' AND user_id IS NULL)) AS rows`
  const { rows = [], reached = [], isCut = false } = found ?? {}
  return { rows: rows.map((row) => ({ ...row, at: new Date(row.at) })), reached: new Map(reached), isCut }
}

type Wanted = { first: number; types: readonly string[] | null }

/** The first changes that the caller may see, and the rows behind them. */
async function visible(ctx: OperationContext, rows: Row[], { first, types }: Wanted) {
  const { db, actor, now } = ctx
  const notices = rows.map(({ action, resourceType, resourceId, patientId }) => ({
    ...{ kind: 'change' as const, action, resourceType, resourceId, patientId },
  }))
  const sees = await whoSees({ db, at: now() }, { actors: [actor], notices })
  const changes: FeedChange[] = []
  for (const [index, row] of rows.entries()) {
    const notice = notices[index] as ChangeNotice
    if (types && !types.includes(row.resourceType)) continue
    const isSeen = sees(actor, notice)
    if (!isSeen && !isLost(ctx, row)) continue
    if (changes.length === first) return { changes, unread: rows.slice(index) }
    const { resourceType, resourceId, patientId, at } = row
    const isOwn = row.userId === actor.id && row.apiKey === (actor.key?.id ?? null)
    changes.push({
      action: isSeen ? row.action : 'hidden',
      resourceType,
      resourceId,
      patientId,
      at,
      isOwn,
    } as FeedChange)
  }
  return { changes, unread: [] }
}

/** Whether the caller could see the patient until this change: it was reassigned, or its chart was restricted. */
const isLost = ({ actor }: OperationContext, { resourceType, former, isRestricted }: Row): boolean =>
  resourceType === 'patient' &&
  isInScope(actor, 'patient.view') &&
  (former === actor.id || (isRestricted === 'true' && actor.role === 'staff'))

/** The last position of each chain. */
async function readEnds({ db }: OperationContext): Promise<Positions> {
  const lanes = await db.auditLane.findMany({ select: { lane: true, length: true } })
  return new Map(lanes.map(({ lane, length }) => [lane, Number(length)]))
}

/** `lane:position` in base 36 for each chain that has rows, and the hash over these rows. */
async function cursorAt(ctx: OperationContext, positions: Positions): Promise<string> {
  const begun = [...positions].filter(([, position]) => position > 0).sort(([one], [other]) => one - other)
  const text = begun.map(([lane, position]) => `${lane.toString(36)}:${position.toString(36)}`).join('.')
  return `${text}~${await hashAt(ctx, new Map(begun))}`
}

const CURSOR = /^((?:\w{1,2}:\w{1,9}(?:\.(?!~)|(?=~)))*)~([0-9a-f]{16})$/

async function positionsOf(ctx: OperationContext, cursor: string): Promise<Positions> {
  const [, text, hash] = CURSOR.exec(cursor) ?? []
  if (text === undefined) throw unusable('This is not a cursor of `changes`')
  const pairs =
    text === '' ? [] : text.split('.').map((pair) => pair.split(':').map((part) => Number.parseInt(part, 36)))
  const positions = new Map(pairs as [number, number][])
  if ((await hashAt(ctx, positions)) === hash) return positions
  throw unusable(
    'This cursor is from another state of the database, probably because a backup was restored. Read all lists again, and begin with a new cursor.',
  )
}

const unusable = (message: string) => new Failure('invalid', message, { fields: { after: message } })

/** A short hash over the audit rows at these positions. */
async function hashAt({ db }: OperationContext, positions: Positions): Promise<string> {
  const rows = await db.$queryRaw<{ hash: Uint8Array }[]>`
    SELECT entry.hash
    FROM unnest(${[...positions.keys()]}::smallint[], ${[...positions.values()]}::bigint[]) AS place (lane, position)
      JOIN audit_logs entry USING (lane, position)
    ORDER BY entry.lane`
  const all = createHash('sha256')
  for (const { hash } of rows) all.update(hash)
  return all.digest('hex').slice(0, 16)
}
