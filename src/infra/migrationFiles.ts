import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { MigrationProblem } from './migrationProblem.ts'

/** A migration of this version. The checksum is Prisma's: SHA-256 (hex) of the file. */
export type Migration = { name: string; sql: string; checksum: string }

/** A migration that a database has. */
export type Applied = { name: string; checksum: string; isFinished: boolean }

/** `prisma/migrations`, as an absolute path. */
export const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

/** Throws MigrationProblem unless this version contains every applied migration unchanged. */
export function requireKnown(
  applied: readonly { name: string; checksum: string }[],
  folder = migrationsFolder,
): void {
  pendingOf(
    readMigrations(folder),
    applied.map((one) => ({ ...one, isFinished: true })),
  )
}

/** The migrations of a folder, oldest first. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The migrations that a database has, oldest first. */
export async function appliedIn(client: Client): Promise<Applied[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('public._prisma_migrations') is not null as found",
  )
  if (!tables[0]?.found) return []
  const { rows } = await client.query<Applied>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
       from public._prisma_migrations where rolled_back_at is null order by migration_name`,
  )
  return rows
}

/** Returns the pending migrations. Throws MigrationProblem if the database has other migrations than these. */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum, isFinished } of applied) {
    const migration = byName.get(name)
    if (!migration) {
      throw new MigrationProblem(
        `The database has the migration ${name}, which this Caseload does not know. Start the newer Caseload that made it, ` +
          'or go back to this one with the backup from before the upgrade: docs/operators.md, "Upgrading".',
      )
    }
    if (!isFinished) {
      throw new MigrationProblem(
        `The migration ${name} was begun by 'prisma migrate' and not finished. Repair the database, ` +
          "then tell it with 'prisma migrate resolve'.",
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationProblem(
        `The migration ${name} was changed after it had been applied. Restore prisma/migrations/${name}/migration.sql, ` +
          'and put the change into a new migration.',
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}
