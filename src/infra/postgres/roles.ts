import { Client } from 'pg'
import type { Address } from './address.ts'
import { type Cluster, clusterUrl, names } from './cluster.ts'

/** Creates the application's login role and the database if they are missing. */
export async function ensureDatabase(cluster: Cluster, address: Address): Promise<void> {
  const client = new Client({ connectionString: clusterUrl(cluster, address, 'owner', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists(select from pg_roles where rolname = $1) as role,
              exists(select from pg_database where datname = $2) as database`,
      [names.application, names.database],
    )
    const password = client.escapeLiteral(cluster.passwords.application)
    if (!rows[0]?.role) await client.query(`create role ${names.application} login password ${password}`)
    if (!rows[0]?.database) await client.query(`create database ${names.database} owner ${names.owner}`)
  } finally {
    await client.end()
  }
}
