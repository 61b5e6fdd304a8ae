import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
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
    /** The SQL statements of the application while `run` runs, except BEGIN and COMMIT, from PostgreSQL's log. */
    statementsWhile: async (run: () => Promise<unknown>): Promise<string[]> => {
      const log = join(path, 'postgres.log')
      const logged = async () => {
        const from = statSync(log).size
        await run()
        const { username } = new URL(addressFor('application'))
        const line = new RegExp(
          `^counted ${username} LOG: {2}(?:statement|execute [^:]*): (?!begin|commit).*`,
          'gim',
        )
        return readFileSync(log).subarray(from).toString().match(line) ?? []
      }
      await ask("alter system set log_line_prefix = 'counted %u '")
      await ask("alter system set log_statement = 'all'")
      try {
        await ask('select pg_reload_conf()')
        // A connection takes the new settings with its next statement.
        while ((await logged()).length === 0) await sleep(20)
        return await logged()
      } finally {
        await ask('alter system reset all')
        await ask('select pg_reload_conf()')
      }
    },
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
