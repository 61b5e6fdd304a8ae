import { Client } from 'pg'

const header =
  'CREATE OR REPLACE FUNCTION audit_time(asked TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE'

/** What the migration says: the database's clock. */
export const BY_THE_DATABASE = `${header} RETURN date_trunc('milliseconds', clock_timestamp())`

/** The time that the application asks for. Only the owner of the database can allow it. */
export const BY_THE_APPLICATION = `${header} RETURN asked`

/** Runs `load` while the application may date its audit rows. For the past of the demo clinic. */
export async function datedByTheApplication<Result>(
  ownerUrl: string,
  load: () => Promise<Result>,
): Promise<Result> {
  await asOwner(ownerUrl, BY_THE_APPLICATION)
  try {
    return await load()
  } finally {
    await asOwner(ownerUrl, BY_THE_DATABASE)
  }
}

async function asOwner(connectionString: string, sql: string): Promise<void> {
  const owner = new Client({ connectionString, application_name: 'caseload demo' })
  await owner.connect()
  await owner.query(sql).finally(() => owner.end())
}
