import { Client } from 'pg'
import { roleIn, type TestDatabase } from './database.ts'

/** Runs statements as the owner of the tables. */
export async function asOwner<Result>(
  { ownerUrl }: TestDatabase,
  run: (owner: Client) => Promise<Result>,
): Promise<Result> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  return run(owner).finally(() => owner.end())
}

/** Runs a function while the app cannot write to the audit log. */
export async function withoutAudit<Result>(
  database: TestDatabase,
  run: () => Promise<Result>,
): Promise<Result> {
  return withoutRight(database, 'INSERT ON audit_logs', run)
}

/** Runs a function while the app lacks a right, such as `SELECT ON patients`. */
export async function withoutRight<Result>(
  database: TestDatabase,
  right: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await asOwner(database, async (owner) => owner.query(`REVOKE ${right} FROM ${await roleIn(owner)}`))
  try {
    return await run()
  } finally {
    await asOwner(database, async (owner) => owner.query(`GRANT ${right} TO ${await roleIn(owner)}`))
  }
}
