import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { openWithoutMigrating } from '#app/databases.ts'
import { readEnvironment } from '#infra/environment.ts'
import { runningPostgres } from '#infra/postgres/running.ts'
import { runCommand, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run demo:reset

Removes the demo clinic in DATA_DIR with everything that was changed in it. The next start creates
it again. Caseload must not run.

Exit codes:
  0  it is removed, or there was none
  2  this is no demo clinic, or Caseload runs`

/** What the clinic consists of. The keys stay, because the next clinic can use them. */
const PARTS = ['postgres', 'postgres-passwords.json', 'records', 'exports', 'trial-restore']

async function resetDemo(args: string[]): Promise<number> {
  parseArgs({ args })
  const environment = readEnvironment()
  const { mode, databaseUrl, dataDir, recordsBucket } = environment
  if (mode !== 'demo') throw new Error('NODE_ENV is production, and only a demo clinic can be removed')
  if (databaseUrl || recordsBucket)
    throw new Error(
      'The demo clinic is not in DATA_DIR alone: empty the database of DATABASE_URL and the bucket yourself',
    )
  if (!existsSync(join(dataDir, 'postgres'))) {
    console.log(`There is no clinic in ${dataDir}`)
    return 0
  }
  if (runningPostgres(dataDir)) throw new Error('Caseload is running on this clinic: stop it first')
  if (!(await withDatabases(environment, openWithoutMigrating, ({ ownerUrl }) => hasSampleData(ownerUrl))))
    throw new Error(`The clinic in ${dataDir} is not the demo clinic, so it is not removed`)
  for (const part of PARTS) await rm(join(dataDir, part), { recursive: true, force: true })
  console.log('Removed the demo clinic. The next start creates it again.')
  return 0
}

async function hasSampleData(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ isSample: boolean }>(
      'select holds_sample_data as "isSample" from clinic_settings',
    )
    return rows[0]?.isSample ?? false
  } finally {
    await client.end()
  }
}

await runCommand(help, resetDemo)
