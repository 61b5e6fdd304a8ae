import { Client } from 'pg'
import type { TestDatabase } from '#testing/database.ts'

/** A row of the trail, as far as a denial must be told. */
export type Recorded = { action: string; userId: string | null }

/** The database as it was, to compare with and to go back to. */
export type State = {
  /** The tables that are not as they were. */
  changed: () => Promise<string[]>
  /** The rows that the trail has gained. */
  recorded: () => Promise<Recorded[]>
  /** Puts these tables back as they were. */
  restore: (tables: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

type Table = { name: string; columns: string }

/** Keeps a copy of every table beside it, with the same keys, so that going back costs a few milliseconds. */
export async function keepState({ ownerUrl }: TestDatabase): Promise<State> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const tables = await tablesOf(owner)
  await owner.query(`CREATE SCHEMA kept; ${tables.map(copied).join('; ')}`)
  const look = tables.map(fingerprint).join(' UNION ALL ')
  const read = async () => new Map((await owner.query(look)).rows.map((row) => [row.name, row.print]))
  const kept = await read()
  return {
    changed: async () =>
      [...(await read())].flatMap(([name, print]) => (kept.get(name) === print ? [] : name)),
    recorded: async () =>
      (
        await owner.query<Recorded>(
          `SELECT action::text, user_id AS "userId" FROM audit_logs
           WHERE id NOT IN (SELECT id FROM kept.${copyOf('public.audit_logs')})`,
        )
      ).rows,
    restore: async (names) => {
      const back = tables.filter(({ name }) => names.includes(name)).map(restored)
      // Only a superuser can lift the triggers that keep the trail append-only.
      await owner.query(
        `SET session_replication_role = replica; ${back.join('; ')}; SET session_replication_role = DEFAULT`,
      )
    },
    close: () => owner.end(),
  }
}

/** The tables and the columns that are written; PostgreSQL fills the generated ones in. */
async function tablesOf(owner: Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `SELECT format('%I.%I', table_schema, table_name) AS name,
            string_agg(format('%I', column_name), ', ') AS columns
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
       AND (table_schema = 'public' OR (table_schema, table_name) = ('graphile_worker', '_private_jobs'))
     GROUP BY 1`,
  )
  return rows
}

const copyOf = (name: string) => name.replace('.', '_')
const copied = ({ name, columns }: Table) =>
  `CREATE TABLE kept.${copyOf(name)} AS SELECT ${columns} FROM ${name}`
const fingerprint = ({ name }: Table) =>
  `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) AS print FROM ${name} t`
const restored = ({ name, columns }: Table) =>
  `DELETE FROM ${name}; INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept.${copyOf(name)}`
