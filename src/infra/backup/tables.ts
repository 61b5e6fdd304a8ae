import type { Client } from 'pg'
import { z } from 'zod'

/** A table of the clinic and its stored, not generated, columns. Names are quoted. */
export type Table = { name: string; columns: string[] }

/**
 * Tables whose rows are not backed up. Sessions and throttles are temporary: a session ended after the backup must not come
 * back, nor a forgotten device or a used link to set a password. Running the migrations fills their table. The first start
 * after a restore records the secrets that are used there.
 */
const WITHOUT_ROWS = [
  '_prisma_migrations',
  'sessions',
  'known_devices',
  'account_links',
  'throttles',
  'secret_checks',
]

const tablesSql = `
  SELECT c.relname AS name,
         (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
         (SELECT coalesce(array_agg(DISTINCT f.relname::text), '{}') FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
           WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid) AS needs
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY c.relname`

/** The tables to back up, each after the tables that it references. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(tablesSql)
  const placed = new Map<string, Table>()
  let left = rows
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((name) => placed.has(name)))
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    for (const { name, columns } of ready) placed.set(name, { name, columns })
    left = left.filter(({ name }) => !placed.has(name))
  }
  return [...placed.values()].filter(({ name }) => !WITHOUT_ROWS.includes(name))
}

/** The state of a sequence. */
export const sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof sequence>

/** The sequences of the clinic's tables. */
export async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1`,
  )
  const read: Sequence[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${name}`,
    )
    for (const { value, called } of found) read.push({ name, value, isCalled: called })
  }
  return read
}

/** An applied migration. */
export type AppliedMigration = { name: string; checksum: string }

/** The database's migrations by name; none if there is no Caseload. */
export async function migrationsOf(client: Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found",
  )
  if (!tables[0]?.found) return []
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum FROM public._prisma_migrations
      WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  )
  return rows
}

/** Quotes a table's name for SQL. */
export const quoted = (client: Client, { name }: Pick<Table, 'name'>): string =>
  `public.${client.escapeIdentifier(name)}`
