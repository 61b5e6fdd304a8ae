import { createHash } from 'node:crypto'
import type { Database } from '#infra/database.ts'

/** The length of a chain and the hash of its last row in hex. */
export type ChainHead = { lane: number; length: number; head: string }

/** The current state of a chain: its recorded head and its existing rows. */
export type AuditChain = ChainHead & {
  /** The lowest and highest position of its rows; `null` for an empty chain. */
  lowest: number | null
  highest: number | null
  /** The hash at the end of an earlier check; `null` if that row does not exist. */
  hashAtMark: string | null
}

/** The initial hash of a chain: SHA-256 of no bytes. */
export const BEGINNING = createHash('sha256').digest('hex')

/**
 * Reads every chain in one statement, so all heads belong to the same moment. Rows before these heads do not change,
 * because new rows are only appended. `marks` are heads of an earlier check.
 */
export const readChainHeads = (db: Database, marks: readonly ChainHead[]): Promise<AuditChain[]> =>
  db.$queryRaw<AuditChain[]>`
    SELECT n.lane::int, coalesce(l.length, 0)::float8 AS length, encode(coalesce(l.head, sha256('')), 'hex') AS head,
           (SELECT min(position) FROM audit_logs a WHERE a.lane = n.lane)::float8 AS lowest,
           (SELECT max(position) FROM audit_logs a WHERE a.lane = n.lane)::float8 AS highest,
           (SELECT encode(a.hash, 'hex') FROM audit_logs a
             WHERE a.lane = n.lane AND a.position = m.length) AS "hashAtMark"
    FROM (SELECT generate_series(0, 63) UNION SELECT lane FROM audit_lanes
          UNION SELECT lane FROM audit_logs WHERE lane < 0 UNION SELECT lane FROM audit_logs WHERE lane > 63) n (lane)
    LEFT JOIN audit_lanes l ON l.lane = n.lane
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS m (lane int, length bigint) ON m.lane = n.lane
    ORDER BY n.lane`

export const headsOf = (chains: readonly AuditChain[]): ChainHead[] =>
  chains.map(({ lane, length, head }) => ({ lane, length, head }))

/** One digest of all heads. A copy kept outside the database reveals a rewritten log. */
export const digestOf = (heads: readonly ChainHead[]): string =>
  createHash('sha256')
    .update(heads.map(({ lane, length, head }) => `${lane}:${length}:${head}\n`).join(''))
    .digest('hex')
