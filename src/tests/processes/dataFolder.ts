import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { clusterUrl, type Passwords } from '#infra/postgres/cluster.ts'
import { readPostmaster } from '#infra/postgres/postmaster.ts'
import { processFacts, processStamp } from '#infra/processStamp.ts'

type Row = Record<string, unknown>

/** The DATA_DIR of a server in another process, and queries on its database as the owner. */
export type DataFolder = ReturnType<typeof makeDataFolder>

export function makeDataFolder() {
  const parent = mkdtempSync(join(tmpdir(), 'caseload-processes-'))
  chmodSync(parent, 0o711) // when started by root, PostgreSQL runs as a user who must be able to enter
  const path = join(parent, 'data')
  const cluster = join(path, 'postgres')

  function addressFor(who: keyof Passwords): string {
    const passwords = JSON.parse(readFileSync(join(path, 'postgres-passwords.json'), 'utf8')) as Passwords
    const address = readPostmaster(cluster)?.address
    if (!address) throw new Error('PostgreSQL is not running')
    return clusterUrl({ passwords }, address, who)
  }

  async function open(): Promise<Client> {
    const client = new Client(addressFor('owner'))
    client.on('error', () => {}) // the query in progress reports the same error
    await client.connect()
    return client
  }

  async function ask(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = await open()
    return client
      .query<Row>(sql, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

  return {
    path,
    ask,
    /** The settings for another server on the same database, while PostgreSQL runs. */
    addresses: () => ({
      DATABASE_URL: addressFor('application'),
      DATABASE_OWNER_URL: addressFor('owner'),
    }),
    count: async (table: string) => Number((await ask(`select count(*) as n from ${table}`))[0]?.n),
    /** The email addresses that no patient has. */
    missing: async (emails: readonly string[]) =>
      (
        await ask(
          'select email from unnest($1::text[]) email where email not in (select email::text from patients)',
          [emails],
        )
      ).map(({ email }) => email),
    postmaster: () => readPostmaster(cluster)?.pid ?? 0,
    /** Locks a table until released. */
    hold: async (table: string) => {
      const client = await open()
      await client.query(`begin; lock table ${table} in access exclusive mode`)
      return () => client.end()
    },
    untilSomebodyWaits: async () => {
      const waiting = () => ask('select from pg_locks where not granted')
      for (const end = Date.now() + 60_000; (await waiting()).length === 0; await sleep(20))
        if (Date.now() > end) throw new Error('No transaction waits for the table')
    },
    /** The IDs of the PostgreSQL processes of this folder that still run. */
    processesOf: (postmaster: number) => [
      ...(processStamp(postmaster) === undefined ? [] : [postmaster]),
      ...(process.platform === 'linux' ? readdirSync('/proc').map(Number) : []).filter(
        (pid) => pid > 0 && processFacts(pid).commandLine?.includes(cluster),
      ),
    ],
    remove: () => rmSync(parent, { recursive: true, force: true }),
  }
}
