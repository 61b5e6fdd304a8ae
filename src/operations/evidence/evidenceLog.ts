import type { Database } from '#infra/database.ts'
import type { EvidenceKey } from '#infra/evidence/evidenceKey.ts'
import type { ChainHead } from '../audit/readChainHeads.ts'
import type { ReadTile, Tile } from './merkle.ts'

/** How far a log has got: its leaves, and where each chain with leaves continues. */
export type LogState = {
  size: number
  lanes: (ChainHead & {
    /** The hash that the row at this place has now; `null` if it is gone. */
    rowHash: string | null
  })[]
}

/** Waits for other processes that write to the log. The lock ends with the transaction. */
export const lockLog = (db: Database): Promise<unknown> =>
  db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('caseload evidence log', 0))::text`

/** Records the log of this key before its first leaf. */
export const keepLog = (db: Database, { logId, publicKey }: EvidenceKey): Promise<unknown> =>
  db.$executeRaw`INSERT INTO evidence_logs (id, public_key) VALUES (${logId}, ${publicKey}) ON CONFLICT DO NOTHING`

export async function readLogState(db: Database, logId: string): Promise<LogState> {
  const [last] = await db.$queryRaw<{ size: number }[]>`
    SELECT (start + rows)::float8 AS size FROM evidence_segments WHERE log_id = ${logId} ORDER BY start DESC LIMIT 1`
  const lanes = await db.$queryRaw<LogState['lanes']>`
    SELECT l.lane::int, s.length::float8, encode(s.last_hash, 'hex') AS head, encode(a.hash, 'hex') AS "rowHash"
    FROM audit_lanes l
    CROSS JOIN LATERAL (
      SELECT first_position + rows - 1 AS length, last_hash FROM evidence_segments
      WHERE log_id = ${logId} AND lane = l.lane ORDER BY first_position DESC LIMIT 1) s
    LEFT JOIN audit_logs a ON a.lane = l.lane AND a.position = s.length
    ORDER BY l.lane`
  return { size: last?.size ?? 0, lanes }
}

/** Reads tiles of a log, and keeps the most recent ones in memory. */
export function tileReader(db: Database, logId: string): ReadTile {
  const kept = new Map<string, Buffer>()
  return async (level, index) => {
    const name = `${level} ${index}`
    const found = kept.get(name)
    if (found) return found
    const tile = await db.evidenceTile.findUnique({ where: { logId_level_index: { logId, level, index } } })
    if (!tile) throw new Error(`Tile ${index} of level ${level} is missing in the evidence log`)
    const hashes = Buffer.from(tile.hashes)
    if (kept.size >= KEPT_TILES) kept.delete(kept.keys().next().value as string)
    kept.set(name, hashes)
    return hashes
  }
}

/** About 2 MB. */
const KEPT_TILES = 256

export async function storeTiles(db: Database, logId: string, tiles: readonly Tile[]): Promise<void> {
  for (const { level, index, hashes } of tiles)
    await db.$executeRaw`
      INSERT INTO evidence_tiles (log_id, level, index, hashes) VALUES (${logId}, ${level}::smallint, ${index}::bigint, ${hashes})
      ON CONFLICT (log_id, level, index) DO UPDATE SET hashes = excluded.hashes`
}
