import type { Client } from 'pg'

/**
 * Marks a database during a restore, from before the first row until everything is verified. It has its own
 * schema, so that every version of Caseload on any machine sees it.
 */
const MARK = 'caseload_restore.begun'

/** The error of every start and program on a marked database. */
export const BEGUN =
  'A restore into this database was not completed. Run npm run restore again; it starts over'

/** Whether a restore was started and not finished. */
export async function isRestoreBegun(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    MARK,
  ])
  return rows[0]?.found ?? false
}

/** Marks the database. The mark survives a crash of this process. */
export async function markRestore(client: Client, id: string): Promise<void> {
  await client.query(
    `BEGIN; CREATE SCHEMA caseload_restore; CREATE TABLE ${MARK} (backup uuid, at timestamptz)`,
  )
  await client.query(`INSERT INTO ${MARK} VALUES ($1, now())`, [id])
  await client.query('COMMIT')
}

/** Removes the mark. */
export async function endRestore(client: Client): Promise<void> {
  await client.query('DROP SCHEMA caseload_restore CASCADE')
}

const ours = (id: string) => `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = ${id} AND d.deptype = 'e')`

const tablesSql = `
  SELECT count(*)::int AS count FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND ${ours('c.oid')}`

/** The number of tables and views in the public schema, including those of other programs. */
export async function countTables(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(tablesSql)
  return rows[0]?.count ?? 0
}

/** Removes what an interrupted restore created. */
export const wipe = (client: Client) =>
  client.query(`DO $$
    DECLARE
      one TEXT;
      all_of_it TEXT[];
    BEGIN
      SELECT array_agg(sql ORDER BY step) INTO all_of_it FROM (
        SELECT 1 AS step, format('DROP TABLE IF EXISTS %s CASCADE', c.oid::regclass) AS sql FROM pg_class c
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND ${ours('c.oid')}
        UNION ALL
        SELECT 2, format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
         WHERE p.pronamespace = 'public'::regnamespace AND ${ours('p.oid')}
        UNION ALL
        SELECT 3, format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype) FROM pg_type t
         WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd') AND ${ours('t.oid')}
      ) AS steps;
      FOREACH one IN ARRAY coalesce(all_of_it, '{}') LOOP EXECUTE one; END LOOP;
      DROP SCHEMA IF EXISTS graphile_worker CASCADE;
    END $$`)
