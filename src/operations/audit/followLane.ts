import type { BrokenLink } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { AUDIT_TEXT } from './auditText.ts'
import type { Lane } from './surveyLanes.ts'

/** Rows checked in one statement: a fraction of a second each, far from the limit of 30. */
const AT_ONCE = 20_000

type Place = { position: number; hash: string }
type Part = { rows: number; firstBad: number | null; lastHash: string | null }

// Each row is compared with the hash that stands before it, so a lane can be followed in parts, and from anywhere.
const partSql = `
  SELECT count(*)::int AS rows, min(rank) FILTER (WHERE NOT (is_next AND is_linked))::int AS "firstBad",
         max(encode(hash, 'hex')) FILTER (WHERE position = $3::bigint) AS "lastHash"
  FROM (
    SELECT position, hash, row_number() OVER along AS rank,
           position = $2::bigint + row_number() OVER along AS is_next,
           hash = pg_catalog.sha256(coalesce(lag(hash) OVER along, decode($4, 'hex')) || ${AUDIT_TEXT}) AS is_linked
    FROM audit_logs a WHERE lane = $1::smallint AND position > $2::bigint AND position <= $3::bigint
    WINDOW along AS (ORDER BY position)
  ) part`

/** Follows a lane from `start`, row by row, to the end it had when it was surveyed; the first broken link or `null`. */
export async function followLane(db: Database, lane: Lane, start: Place): Promise<BrokenLink | null> {
  let reached = start
  while (reached.position < lane.length) {
    const to = Math.min(lane.length, reached.position + AT_ONCE)
    const [part] = await db.$queryRawUnsafe<[Part]>(partSql, lane.lane, reached.position, to, reached.hash)
    if (part.firstBad !== null || part.lastHash === null)
      return nameBreak(db, lane, reached.position + (part.firstBad ?? part.rows + 1))
    reached = { position: to, hash: part.lastHash }
  }
  if (reached.hash === lane.head) return null
  const row = await rowAt(db, lane, reached.position)
  return { lane: lane.lane, position: reached.position, rowId: row?.id ?? null, kind: 'unsealed' }
}

type Found = { id: string; isContinued: boolean }

/** A row that only says something else is still continued by the next; one put in between, or hashed anew, is not. */
async function nameBreak(db: Database, lane: Lane, position: number): Promise<BrokenLink> {
  const row = await rowAt(db, lane, position)
  const kind = !row ? 'missing' : row.isContinued ? 'changed' : 'misplaced'
  return { lane: lane.lane, position, rowId: row?.id ?? null, kind }
}

const rowSql = `
  SELECT here.id, coalesce(
    CASE WHEN here.position = $3::bigint THEN encode(here.hash, 'hex') = $4
         ELSE (SELECT a.hash = pg_catalog.sha256(here.hash || ${AUDIT_TEXT}) FROM audit_logs a
                WHERE a.lane = here.lane AND a.position = here.position + 1) END, false) AS "isContinued"
  FROM audit_logs here WHERE here.lane = $1::smallint AND here.position = $2::bigint`

async function rowAt(db: Database, lane: Lane, position: number): Promise<Found | undefined> {
  const [row] = await db.$queryRawUnsafe<Found[]>(rowSql, lane.lane, position, lane.length, lane.head)
  return row
}
