import { Client } from 'pg'
import { inject } from 'vitest'
import { type BusyClinic, openBusyClinic } from './busyClinic.ts'
import { openTestClinic, type TestClinic } from './clinic.ts'
import { makeDatabase } from './database.ts'
import { openTestServer } from './testServer.ts'

type Row = Record<string, unknown>

/** A busy clinic that can be compared with another one that has its own IDs and times. */
export type Twin = BusyClinic & {
  clinic: TestClinic
  /** All stored data, with IDs replaced by labels and times removed. */
  state: () => Promise<Record<string, string[]>>
  /** The same for a response. */
  normalized: (value: unknown) => unknown
  /** Every ID of a table, oldest first, including new ones. */
  keysOf: (table: string) => string[]
  /** Restores the initial data. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** Values that are random or durations, or depend on the time of a change to the millisecond or on the chain of its audit row. */
const opaque = new Set([
  'version',
  'cursor',
  'digest',
  'rootHash',
  'path',
  'secret',
  'lastMs',
  'fromHash',
  'toHash',
])

/** The tables that API calls can change; sessions, audit chains and request counters are excluded. */
const tables = [
  'users',
  'patients',
  'identifiers',
  'patient_counts',
  'patient_status_changes',
  'patient_stays',
  'patient_edits',
  'consent_requests',
  'consent_signatures',
  'patient_notes',
  'patient_records',
  'record_moves',
  'tasks',
  'appointments',
  'patient_requests',
  'manual_disclosures',
  'accounting_suspensions',
  'partial_revocations',
  'consent_revocations',
  'recipient_copies',
  'sealed_scans',
  'legal_holds',
  'chart_restrictions',
  'forwardings',
  'forwarded_records',
  'disclosures',
  'working_hours',
  'closures',
  'patient_imports',
  'bulk_jobs',
  'api_key_documents',
  'webhooks',
  'webhook_messages',
  'alerts',
  'audit_logs',
  'audit_log_patients',
]

/** Columns with random values. */
const chance =
  'id|hash|lane|position|request_id|link_hash|idempotency_key|user_agent|ip_address|password_hash|patients_sha256|' +
  'wrapped_secrets|key_id|after|last_ms|salt'
const left = new Set(chance.split('|'))

/** Opens a busy clinic on its own database. */
export async function openTwin(name: string): Promise<Twin> {
  const database = await makeDatabase(inject('templateUrl'), name)
  const clinic = await openTestClinic(database.ownerUrl)
  const server = await openTestServer(clinic)
  const busy = await openBusyClinic(database, clinic, server)
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const morning = clinic.now
  const labels = new Map<string, string>()
  const known = new Map<string, string[]>()

  const normalized = (value: unknown): unknown => {
    const text = JSON.stringify(value) ?? 'null'
    const named = text.replaceAll(uuid, (key) => labels.get(key) ?? key).replaceAll(instant, withoutClock)
    return JSON.parse(named, (name, one) =>
      opaque.has(name) && ['string', 'number'].includes(typeof one) ? name : one,
    )
  }

  async function state() {
    const { rows } = await client.query<{ name: string; row: Row }>(
      tables.map((one) => `SELECT '${one}' AS name, to_jsonb(t) AS row FROM ${one} t`).join(' UNION ALL '),
    )
    for (const table of tables)
      learn(
        table,
        rows.flatMap(({ name, row }) => (name === table ? [row] : [])),
      )
    return Object.fromEntries(
      tables.map((table) => [
        table,
        rows.flatMap(({ name, row }) => (name === table ? [shown(row)] : [])).sort(),
      ]),
    )
  }

  /** New IDs get labels by the content of their rows, so that two clinics label them alike. */
  function learn(table: string, rows: Row[]) {
    const fresh = rows.filter(({ id }) => typeof id === 'string' && !labels.has(id))
    for (const row of fresh.sort((a, b) => (shown(a) < shown(b) ? -1 : 1))) {
      const keys = known.get(table) ?? []
      labels.set(row.id as string, `${table} ${keys.length}`)
      known.set(table, [...keys, row.id as string])
    }
  }

  const shown = (row: Row) => {
    const rest = Object.entries(row)
      .filter(([column]) => !left.has(column))
      // Sorted by random IDs.
      .map(([column, value]) => [
        column,
        column === 'patient_ids' ? (normalized(value) as string[]).sort() : value,
      ])
    const id = typeof row.id === 'string' ? { id: labels.get(row.id) } : {}
    return JSON.stringify(normalized({ ...id, ...Object.fromEntries(rest) }))
  }

  return {
    ...busy,
    clinic,
    normalized,
    state,
    keysOf: (table) => known.get(table) ?? [],
    restart: async () => {
      clinic.now = morning
      await busy.refill()
      labels.clear()
      known.clear()
      await state()
    },
    close: async () => {
      await server.close()
      await client.end()
      await clinic.close()
      await database.drop()
    },
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g

/** The clinic's clock is fixed. A time near the real one was set by the real clock. */
const withoutClock = (text: string) => (Math.abs(Date.parse(text) - Date.now()) < 86_400_000 ? 'now' : text)
