import { Client } from 'pg'
import { inLockedTransaction } from './migrationLock.ts'

const bodies = { database: 'SELECT clock_timestamp()', claimed: 'SELECT claimed' }

/**
 * Sets whose time audit rows get: that of the database, or the one that the writer claims, for sample data and tests. Only
 * the owner of the tables can do this. Does nothing on an empty database.
 */
export async function setAuditClock(owner: Client, whose: keyof typeof bodies): Promise<void> {
  const { rows } = await owner.query<{ body: string }>(
    "SELECT prosrc AS body FROM pg_proc WHERE oid = to_regprocedure('public.audit_clock(timestamptz)')",
  )
  if (!rows[0] || rows[0].body === bodies[whose]) return
  // Two processes may start at once.
  await inLockedTransaction(owner, () =>
    owner.query(
      `CREATE OR REPLACE FUNCTION public.audit_clock(claimed TIMESTAMPTZ) RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE
         AS '${bodies[whose]}'`,
    ),
  )
}

/** Makes audit rows get the time of the database, also if the loading of sample data was interrupted. */
export const resetAuditClock = (ownerUrl: string): Promise<void> =>
  withOwner(ownerUrl, (owner) => setAuditClock(owner, 'database'))

/** Runs `work` while audit rows get the times that their writer claims. */
export const withClaimedTimes = <Result>(ownerUrl: string, work: () => Promise<Result>): Promise<Result> =>
  withOwner(ownerUrl, async (owner) => {
    await setAuditClock(owner, 'claimed')
    try {
      return await work()
    } finally {
      await setAuditClock(owner, 'database')
    }
  })

async function withOwner<Result>(connectionString: string, work: (owner: Client) => Promise<Result>) {
  const owner = new Client({ connectionString, application_name: 'caseload audit clock' })
  owner.on('error', () => {}) // the query in progress reports the same error
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
