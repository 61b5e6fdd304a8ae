import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { NAME_IN_MIGRATIONS, sqlForRole } from '#infra/applicationRole.ts'
import { migrate } from '#infra/migrate.ts'
import { at } from './database.ts'

const folder = new URL('../../../prisma/migrations', import.meta.url)

type Row = Record<string, unknown>

/** A database before a migration. */
type EarlierDatabase = {
  ownerUrl: string
  /** Runs SQL as the owner of the tables. `caseload_app` names the application's role in it, as in migrations. */
  ask: (sql: string) => Promise<Row[]>
  /** Applies the remaining migrations. */
  upgrade: () => Promise<void>
}

/** Runs `work` on an empty database with the migrations before `migration`, and drops the database afterwards. */
export async function withDatabaseBefore(
  migration: string,
  work: (database: EarlierDatabase) => Promise<void>,
): Promise<void> {
  const admin = at(inject('templateUrl'), 'postgres')
  const name = `upgrade_${process.pid}_${Date.now()}`
  const ownerUrl = at(admin, name)
  const role = `${NAME_IN_MIGRATIONS}_${name}`
  await run(admin, `CREATE DATABASE "${name}"`)
  try {
    const earlier = readdirSync(folder).filter((one) => one < migration)
    await migrate({ ownerUrl, log: () => {}, restoring: { only: earlier } })
    await work({
      ownerUrl,
      ask: (sql) => run(ownerUrl, sqlForRole(sql, role)),
      upgrade: async () => {
        await migrate({ ownerUrl, log: () => {} })
      },
    })
  } finally {
    await run(admin, `DROP DATABASE "${name}" WITH (FORCE)`)
    await run(admin, `DROP ROLE IF EXISTS "${role}"`)
  }
}

async function run(connectionString: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
