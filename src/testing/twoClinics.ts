import { Client } from 'pg'
import { inject } from 'vitest'
import { type BusyClinic, openBusyClinic } from './busyClinic.ts'
import { openTestClinic, type TestClinic } from './clinic.ts'
import { makeDatabase } from './database.ts'
import { openDoor } from './door.ts'

type Row = Record<string, unknown>

/** A busy clinic that can be compared with another one, whose keys and clocks are its own. */
export type Twin = BusyClinic & {
  clinic: TestClinic
  /** All that is stored, with keys told by the order in which they came and the clock left out. */
  state: () => Promise<Record<string, string[]>>
  /** The same for something it answered. */
  told: (value: unknown) => unknown
  /** Every key of a table, oldest first, the new ones too. */
  keysOf: (table: string) => string[]
  /** Begins the day anew. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** What doors can change; sessions, chain and counters of requests are left out. */
const tables = [
  'users',
  'patients',
  'patient_counts',
  'patient_status_changes',
  'patient_stays',
  'consent_requests',
  'patient_notes',
  'patient_records',
  'tasks',
  'appointments',
  'alerts',
  'audit_logs',
]

/** Columns that hold chance. */
const chance =
  'id|hash|lane|position|request_id|link_hash|idempotency_key|user_agent|ip_address|password_hash'
const left = new Set(chance.split('|'))

/** A busy clinic on a database of its own. */
export async function openTwin(name: string): Promise<Twin> {
  const database = await makeDatabase(inject('templateUrl'), name)
  const clinic = await openTestClinic(database.ownerUrl)
  const door = await openDoor(clinic)
  const busy = await openBusyClinic(database, clinic, door)
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  const morning = clinic.now
  const labels = new Map<string, string>()
  const known = new Map<string, string[]>()

  const told = (value: unknown): unknown => {
    const text = JSON.stringify(value) ?? 'null'
    const named = text.replaceAll(uuid, (key) => labels.get(key) ?? key).replaceAll(instant, withoutClock)
    return JSON.parse(named)
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

  /** New keys are named by what their rows say, so that two clinics name them alike. */
  function learn(table: string, rows: Row[]) {
    const fresh = rows.filter(({ id }) => typeof id === 'string' && !labels.has(id))
    for (const row of fresh.sort((a, b) => (shown(a) < shown(b) ? -1 : 1))) {
      const keys = known.get(table) ?? []
      labels.set(row.id as string, `${table} ${keys.length}`)
      known.set(table, [...keys, row.id as string])
    }
  }

  const shown = (row: Row) => {
    const rest = Object.entries(row).filter(([column]) => !left.has(column))
    const id = typeof row.id === 'string' ? { id: labels.get(row.id) } : {}
    return JSON.stringify(told({ ...id, ...Object.fromEntries(rest) }))
  }

  return {
    ...busy,
    clinic,
    told,
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
      await door.close()
      await client.end()
      await clinic.close()
      await database.drop()
    },
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g

/** The clinic's own clock stands still; what lies near the real one was set by it. */
const withoutClock = (text: string) => (Math.abs(Date.parse(text) - Date.now()) < 86_400_000 ? 'now' : text)
