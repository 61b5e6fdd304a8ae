import { Client } from 'pg'
import type { TestDatabase } from '#tests/support/database.ts'

/** The columns of an audit row that the tests compare. */
export type Recorded = { action: string; userId: string | null }

/** A saved state of the database, to compare with and to restore. */
export type State = {
  /** The tables that differ from the saved state. */
  changed: () => Promise<string[]>
  /** The audit rows written since. */
  recorded: () => Promise<Recorded[]>
  /** Restores these tables. */
  restore: (tables: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

type Table = { name: string; columns: string }

/** Copies every table within the database, so that a restore takes only a few milliseconds. */
export async function keepState({ ownerUrl }: TestDatabase): Promise<State> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const tables = await tablesOf(owner)
  await owner.query(`CREATE SCHEMA kept; ${tables.map(copied).join('; ')}; ${noteWrites}`)
  const read = async (some: readonly Table[]): Promise<Map<string, string>> => {
    const { rows } = await owner.query<Print>(some.map(fingerprint).join(' UNION ALL '))
    return new Map(rows.map(({ name, print }) => [name, print]))
  }
  const kept = await read(tables)
  await owner.query(tables.map(watched).join('; '))
  return {
    changed: async () => {
      const { rows } = await owner.query<Written>(
        'WITH w AS (DELETE FROM kept.written RETURNING name) TABLE w',
      )
      const written = tables.filter(({ name }) => rows.some((row) => row.name === name))
      if (written.length === 0) return []
      return [...(await read(written))].flatMap(([name, print]) => (kept.get(name) === print ? [] : name))
    },
    recorded: async () =>
      (
        await owner.query<Recorded>(
          `SELECT action::text, user_id AS "userId" FROM audit_logs
           WHERE id NOT IN (SELECT id FROM kept.${copyOf('public.audit_logs')})`,
        )
      ).rows,
    restore: async (names) => {
      const back = tables.filter(({ name }) => names.includes(name)).map(restored)
      // Only a superuser can disable the triggers that make the audit log append-only.
      await owner.query(
        `SET session_replication_role = replica; ${back.join('; ')}; SET session_replication_role = DEFAULT`,
      )
    },
    close: () => owner.end(),
  }
}

/** The tables with their columns, except generated columns, which PostgreSQL fills itself. */
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

type Print = { name: string; print: string }
type Written = { name: string }

/** Triggers that note the tables that were written to. Only these are compared. Inserts do not block each other. */
const noteWrites = `
  CREATE TABLE kept.written (name TEXT);
  CREATE FUNCTION kept.note_write() RETURNS TRIGGER LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO kept.written VALUES (format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME)); RETURN NULL; END $$`
const watched = ({ name }: Table) =>
  `CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${name} EXECUTE FUNCTION kept.note_write();
   CREATE TRIGGER noted_truncate AFTER TRUNCATE ON ${name} EXECUTE FUNCTION kept.note_write()`

const copyOf = (name: string) => name.replace('.', '_')
const copied = ({ name, columns }: Table) =>
  `CREATE TABLE kept.${copyOf(name)} AS SELECT ${columns} FROM ${name}`
const fingerprint = ({ name }: Table) =>
  `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) AS print FROM ${name} t`
/** Writes only the rows that differ. Rewriting all would leave dead rows, which slow every comparison. */
const restored = ({ name, columns }: Table) => {
  const kept = `kept.${copyOf(name)}`
  const rowsOf = (table: string) => `SELECT ROW(${columns})::text FROM ${table}`
  return `
    DELETE FROM ${name} WHERE ROW(${columns})::text NOT IN (${rowsOf(kept)});
    INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM ${kept} WHERE ROW(${columns})::text NOT IN (${rowsOf(name)})`
}
