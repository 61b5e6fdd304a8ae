import { Client } from 'pg'

export type TestDatabase = {
  /** The owner of the tables, who may also alter them. */
  ownerUrl: string
  /** Empties every table, including the append-only ones. */
  empty: () => Promise<void>
  drop: () => Promise<void>
}

/** Creates a database by copying the migrated template. */
export async function makeDatabase(templateUrl: string, name: string): Promise<TestDatabase> {
  const template = new URL(templateUrl).pathname.slice(1)
  const admin = async (sql: string) => {
    const client = new Client({ connectionString: at(templateUrl, 'postgres') })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await admin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  await admin(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  const ownerUrl = at(templateUrl, name)
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ deletes: string }>(
    `SELECT string_agg(format('DELETE FROM %I.%I', schemaname, tablename), ';') AS deletes FROM pg_tables
     WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'audit_lanes')
        OR (schemaname, tablename) = ('graphile_worker', '_private_jobs')`,
  )
  return {
    ownerUrl,
    // Only a superuser can disable the triggers that keep the audit log append-only. Deleting a few rows is
    // faster than truncating twenty tables. The lock waits for requests of the previous test: an audit row
    // written in between would break its new chain.
    empty: async () => {
      await owner.query(`LOCK TABLE audit_lanes IN EXCLUSIVE MODE; SET session_replication_role = replica; ${rows[0]?.deletes};
        UPDATE audit_lanes SET length = 0, head = sha256('') WHERE length > 0;
        SET session_replication_role = DEFAULT`)
    },
    drop: async () => {
      await owner.end()
      await admin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    },
  }
}

/** The URL of another database on the same server. */
export function at(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
