import { createHash, createHmac } from 'node:crypto'
import type { Database } from '#infra/database.ts'
import { leafHash } from './merkle.ts'

/**
 * The fields of an audit row in a leaf, in this order, with the SQL for their text (audit row `a`). Never change one: leaves
 * that are already in the tree contain them.
 */
const fields = {
  chain: 'a.lane::text',
  position: 'a.position::text',
  id: 'a.id::text',
  time: `to_char(a.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  scheme: 'a.scheme::text',
  userId: 'a.user_id::text',
  actorName: 'a.actor_name',
  actorRole: 'a.actor_role::text',
  patientId: 'a.patient_id::text',
  action: 'a.action::text',
  resourceType: 'a.resource_type',
  resourceId: 'a.resource_id',
  details: 'a.details::text',
  ipAddress: 'a.ip_address',
  userAgent: 'a.user_agent',
  requestId: 'a.request_id',
  continues: 'a.continues::text',
  patientScope: 'a.patient_scope::text',
  patientCount: 'a.patient_count::text',
  patientsSha256: `encode(a.patients_sha256, 'hex')`,
  hash: `encode(a.hash, 'hex')`,
} as const
export type LeafField = keyof typeof fields

/** The names of the fields in the order of the leaf. */
export const leafFields = Object.keys(fields) as LeafField[]

/** An audit row as the leaf has it: the text of each field. */
export type LeafRow = Record<LeafField, string | null>

const asText = Object.entries(fields)
  .map(([name, sql]) => `${sql} AS "${name}"`)
  .join(', ')

/** Rows of a chain, by their first and last position. */
export type Stretch = { lane: number; from: number; to: number }

/** Reads the rows of these stretches in the order of chain and position. */
export const readLeafRows = (db: Database, stretches: readonly Stretch[]): Promise<LeafRow[]> =>
  db.$queryRawUnsafe<LeafRow[]>(
    `SELECT ${asText} FROM jsonb_to_recordset($1::jsonb) AS s (lane smallint, "from" bigint, "to" bigint)
       JOIN audit_logs a ON a.lane = s.lane AND a.position BETWEEN s."from" AND s."to"
      ORDER BY a.lane, a.position`,
    JSON.stringify(stretches),
  )

/** The salt of one field of one leaf, from the secret seed of its tile. */
export const saltOf = (seed: Uint8Array, leaf: number, field: LeafField): Buffer =>
  createHmac('sha256', seed).update(`${leaf} ${field}`).digest()

/** The hash of a field. It reveals nothing about the value to those who lack the salt. `name=value`, or `name` for `null`. */
export const fieldHash = (salt: Uint8Array, field: LeafField, value: string | null): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(value === null ? field : `${field}=${value}`)
    .digest()

/** The hash of a row's leaf: over the hashes of its fields, so that fields can be left out when the row is handed over. */
export const rowLeaf = (seed: Uint8Array, leaf: number, row: LeafRow): Buffer =>
  leafHash(Buffer.concat(leafFields.map((field) => fieldHash(saltOf(seed, leaf, field), field, row[field]))))
