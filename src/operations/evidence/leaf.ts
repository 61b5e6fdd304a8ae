import type { Database } from '#infra/database.ts'
import type { EvidenceKey } from '#infra/evidence/evidenceKey.ts'
import { AUDIT_TEXT, IDS_MATCH } from '../audit/verifyChains.ts'
import { leafHash, sha256 } from './merkle.ts'

/**
 * The fields of an audit row to which its leaf commits, in their order. Each is text or `null`. A row without the name and
 * role of a user does not have the last two, like rows from before these were kept.
 */
export const leafFields = [
  'id',
  'user_id',
  'patient_id',
  'action',
  'resource_type',
  'resource_id',
  'details',
  'ip_address',
  'user_agent',
  'request_id',
  'created_at',
  'continues',
  'patient_scope',
  'patient_ids',
  'hash',
  'user_name',
  'user_role',
] as const
export type LeafField = (typeof leafFields)[number]

/** An audit row as text. `hash` is its hash in the audit chain. */
export type LeafRow = Record<LeafField, string | null> & {
  id: string
  hash: string
  lane: number
  position: number
}

/** A row that was read together with the one before it. */
export type ReadRow = LeafRow & { isLinked: boolean; idsMatch: boolean }

/** A part of a chain to read: the rows after `length`, whose hash is `head` (hex), until `to`. */
export type ChainPart = { lane: number; length: number; head: string; to: number }

// The limit drops no row, because positions are unique. It makes PostgreSQL read each part by the index of positions; it
// would estimate too many rows otherwise, and read the whole table for each batch.
const rowsSql = `
  SELECT a.lane::int, a.position::float8, a.id::text, a.user_id::text, a.patient_id::text, a.action::text,
         a.resource_type, a.resource_id, a.details::text, a.ip_address, a.user_agent, a.request_id,
         to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
         a.continues::text, a.patient_scope::text, array_to_string(named.patient_ids, ',') AS patient_ids,
         encode(a.hash, 'hex') AS hash, a.user_name, a.user_role::text,
         a.hash = pg_catalog.sha256(coalesce(lag(a.hash) OVER (PARTITION BY a.lane ORDER BY a.position),
           decode(p.head, 'hex')) || ${AUDIT_TEXT}) AS "isLinked", ${IDS_MATCH} AS "idsMatch"
  FROM jsonb_to_recordset($1::jsonb) AS p (lane smallint, length bigint, head text, "to" bigint)
  CROSS JOIN LATERAL (
    SELECT * FROM audit_logs WHERE lane = p.lane AND position > p.length AND position <= p."to"
    ORDER BY position LIMIT p."to" - p.length) a
  LEFT JOIN audit_log_patients named ON named.audit_log_id = a.id
  ORDER BY a.lane, a.position`

/**
 * Reads the rows of these parts, by chain and position. `isLinked` is right if the first part of each chain has the right
 * `head` and the next ones follow without a gap.
 */
export const readLeafRows = (db: Database, parts: readonly ChainPart[]): Promise<ReadRow[]> =>
  db.$queryRawUnsafe<ReadRow[]>(rowsSql, JSON.stringify(parts))

/** The hash that commits to a value without showing it. */
export const fieldHash = (salt: Buffer, value: string | null): Buffer =>
  value === null ? sha256(salt, '-') : sha256(salt, '+', value)

/** The fields that the leaf of this row has. */
export const fieldsOf = ({ user_name, user_role }: LeafRow): readonly LeafField[] =>
  user_name === null && user_role === null
    ? leafFields.filter((field) => field !== 'user_name' && field !== 'user_role')
    : leafFields

/** The leaf of a row: its place, and one salted hash a line for each of its fields. */
export function leafOf(key: EvidenceKey, row: LeafRow): string {
  const lines = fieldsOf(row).map(
    (field) => `${field} ${fieldHash(key.salt(row.id, field), row[field]).toString('hex')}\n`,
  )
  return `caseload audit row\nchain ${row.lane} ${row.position}\n${lines.join('')}`
}

export const leafHashOf = (key: EvidenceKey, row: LeafRow): Buffer => leafHash(leafOf(key, row))
