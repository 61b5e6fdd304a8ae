import type { BrokenLink, BrokenLinkKind } from '#domain/audit/integrity.ts'
import type { Database } from '#infra/database.ts'
import { type AuditChain, BEGINNING, type ChainHead } from './readChainHeads.ts'

/**
 * The canonical text of an audit row `a`. It repeats the database function `audit_text`, so that a check notices if
 * someone changes the function (a test compares the two).
 */
export const AUDIT_TEXT = `pg_catalog.convert_to((pg_catalog.jsonb_build_array(
  a.id, a.user_id, a.patient_id, a.action, a.resource_type, a.resource_id, a.details, a.ip_address, a.user_agent,
  a.request_id, extract(epoch FROM a.created_at))
  || CASE WHEN pg_catalog.num_nonnulls(a.continues, a.patient_scope, a.patient_count, a.patients_sha256) = 0 THEN '[]'
     ELSE pg_catalog.jsonb_build_array(a.continues, a.patient_scope, a.patient_count,
       pg_catalog.encode(a.patients_sha256, 'hex')) END
  || CASE WHEN pg_catalog.num_nonnulls(a.user_name, a.user_role) = 0 THEN '[]'
     ELSE pg_catalog.jsonb_build_array(a.user_name, a.user_role) END)::text, 'UTF8')`

/** Whether the patient IDs stored for row `a` are the ones it was written with. */
export const IDS_MATCH = `(a.patients_sha256 IS NOT DISTINCT FROM
    pg_catalog.sha256(pg_catalog.convert_to(named.patient_ids::text, 'UTF8'))
  AND (named.audit_log_id IS NULL OR named.created_at = a.created_at))`

/** Rows verified by one statement, in a fraction of a second. The time limit is 30 seconds. */
const AT_ONCE = 20_000

/** A chain with the position verified so far, and the end of the next part. */
type Part = ChainHead & { to: number }
type Walk = { chain: AuditChain; start: ChainHead; reached: ChainHead }
type Walked = {
  lane: number
  rows: number
  firstBad: number | null
  firstOtherPatients: number | null
  lastHash: string | null
}

// Compares each row with the hash before it, so a chain can be verified in parts, from any row.
const partsSql = `
  SELECT p.lane::int, count(a.position)::int AS rows,
         min(a.rank) FILTER (WHERE NOT (a.is_next AND a.is_linked))::int AS "firstBad",
         min(a.rank) FILTER (WHERE NOT a.ids_match)::int AS "firstOtherPatients",
         max(encode(a.hash, 'hex')) FILTER (WHERE a.position = p."to") AS "lastHash"
  FROM jsonb_to_recordset($1::jsonb) AS p (lane smallint, length bigint, head text, "to" bigint)
  LEFT JOIN LATERAL (
    SELECT a.position, a.hash, row_number() OVER along AS rank,
           a.position = p.length + row_number() OVER along AS is_next,
           a.hash = pg_catalog.sha256(coalesce(lag(a.hash) OVER along, decode(p.head, 'hex')) || ${AUDIT_TEXT})
             AS is_linked,
           ${IDS_MATCH} AS ids_match
    FROM audit_logs a LEFT JOIN audit_log_patients named ON named.audit_log_id = a.id
    WHERE a.lane = p.lane AND a.position > p.length AND a.position <= p."to"
    WINDOW along AS (ORDER BY a.position)
  ) a ON true
  GROUP BY p.lane ORDER BY p.lane`

/**
 * Verifies every chain up to its surveyed end, from `starts` or from its beginning. Returns the first broken link or
 * `null`. All chains advance together, because rows of the same time are close together on disk.
 */
export async function verifyChains(
  db: Database,
  chains: readonly AuditChain[],
  starts: readonly ChainHead[] = [],
): Promise<BrokenLink | null> {
  const walks: Walk[] = chains.map((chain) => {
    const start = starts.find((one) => one.lane === chain.lane) ?? {
      lane: chain.lane,
      length: 0,
      head: BEGINNING,
    }
    return { chain, start, reached: start }
  })
  const rows = walks.reduce((sum, { chain, start }) => sum + Math.max(0, chain.length - start.length), 0)
  const steps = Math.ceil(rows / AT_ONCE)
  for (let step = 1; step <= steps; step += 1) {
    const broken = await followOn(db, walks, step / steps)
    if (broken) return broken
  }
  const unsealed = walks.find(({ chain, reached }) => reached.head !== chain.head)
  return unsealed ? linkAt(db, unsealed.chain, unsealed.reached.length, () => 'unsealed') : null
}

/** Verifies each chain up to this share of its length. */
async function followOn(db: Database, walks: Walk[], share: number): Promise<BrokenLink | null> {
  const parts = walks.flatMap(({ chain, start, reached }): Part[] => {
    const to = start.length + Math.ceil((chain.length - start.length) * share)
    return to > reached.length ? [{ ...reached, to }] : []
  })
  const walked = await db.$queryRawUnsafe<Walked[]>(partsSql, JSON.stringify(parts))
  for (const walk of walks) {
    const part = parts.find(({ lane }) => lane === walk.chain.lane)
    const found = walked.find(({ lane }) => lane === walk.chain.lane)
    if (!part || !found) continue
    const { firstBad, firstOtherPatients, lastHash, rows } = found
    if (firstOtherPatients !== null && (firstBad === null || firstOtherPatients < firstBad))
      return linkAt(db, walk.chain, part.length + firstOtherPatients, () => 'patients')
    if (firstBad !== null || lastHash === null)
      return linkAt(db, walk.chain, part.length + (firstBad ?? rows + 1), kindOf)
    walk.reached = { lane: part.lane, length: part.to, head: lastHash }
  }
  return null
}

type Found = { id: string; isContinued: boolean }

/** After an edited row the next row still matches; after an inserted or rehashed one it does not. */
const kindOf = (row: Found | undefined) => (!row ? 'missing' : row.isContinued ? 'changed' : 'misplaced')

const rowSql = `
  SELECT here.id, coalesce(
    CASE WHEN here.position = $3::bigint THEN encode(here.hash, 'hex') = $4
         ELSE (SELECT a.hash = pg_catalog.sha256(here.hash || ${AUDIT_TEXT}) FROM audit_logs a
                WHERE a.lane = here.lane AND a.position = here.position + 1) END, false) AS "isContinued"
  FROM audit_logs here WHERE here.lane = $1::smallint AND here.position = $2::bigint`

async function linkAt(
  db: Database,
  chain: AuditChain,
  position: number,
  kindOf: (row: Found | undefined) => BrokenLinkKind,
): Promise<BrokenLink> {
  const [row] = await db.$queryRawUnsafe<Found[]>(rowSql, chain.lane, position, chain.length, chain.head)
  return { lane: chain.lane, position, rowId: row?.id ?? null, kind: kindOf(row) }
}
