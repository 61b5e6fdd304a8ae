import { Client } from 'pg'
import type { TestDatabase } from './database.ts'

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
  await asOwner(database, (owner) => owner.query('REVOKE INSERT ON audit_logs FROM caseload_app'))
  try {
    return await run()
  } finally {
    await asOwner(database, (owner) => owner.query('GRANT INSERT ON audit_logs TO caseload_app'))
  }
}
