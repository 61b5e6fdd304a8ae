import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DebianPostgres, findDebianPostgres } from '#tests/support/debianPostgres.ts'
import { openStaffedClinic } from './staffedClinic.ts'

const LISTEN = "listen_addresses = '127.0.0.1'\\nunix_socket_directories = ''\\nport = $PGPORT\\n"

/** A server of PostgreSQL, and a replica of it that streams its changes. */
async function openServers() {
  const parent = mkdtempSync(join(tmpdir(), 'caseload-replica-'))
  chmodSync(parent, 0o755)
  const primary = await findDebianPostgres(join(parent, 'primary'))
  const replica = await findDebianPostgres(join(parent, 'replica'))
  const data = (name: string) => ({ PGDATA: join(parent, name, 'data') })
  const start = (server: DebianPostgres, name: string) =>
    server.run('pg_ctl start --wait --log="$PGDATA/log" > /dev/null', data(name))
  const stop = (server: DebianPostgres, name: string) =>
    server.run('pg_ctl stop --mode=immediate > /dev/null', data(name))
  onTestFinished(() => {
    for (const [server, name] of [
      [replica, 'replica'],
      [primary, 'primary'],
    ] as const)
      try {
        stop(server, name)
      } catch {
        // It does not run.
      }
    rmSync(parent, { recursive: true, force: true })
  })
  primary.run(
    `initdb --auth=trust --encoding=UTF8 > /dev/null; printf "${LISTEN}" >> "$PGDATA/postgresql.conf"`,
    data('primary'),
  )
  start(primary, 'primary')
  primary.run('createdb clinic', data('primary'))
  replica.run(
    `pg_basebackup --dbname="${primary.urlOf('postgres')}" --pgdata="$PGDATA" --write-recovery-conf
     printf "${LISTEN}" >> "$PGDATA/postgresql.conf"`,
    data('replica'),
  )
  start(replica, 'replica')
  return {
    urls: { primary: primary.urlOf('clinic'), replica: replica.urlOf('clinic') },
    startReplica: () => start(replica, 'replica'),
    stopReplica: () => stop(replica, 'replica'),
  }
}

test('reports come from the replica with all that was committed, and from the database itself if the replica lags or is gone', async () => {
  const { urls, startReplica, stopReplica } = await openServers()
  const { server, callers, folder } = await openStaffedClinic({
    DATABASE_URL: urls.primary,
    DATABASE_REPLICA_URL: urls.replica,
  })
  onTestFinished(() => folder.remove())
  onTestFinished(async () => void (await server.stop()))
  const [admin] = callers
  if (!admin) throw new Error('There is no administrator')

  let count = 0
  /** Whether a report has a patient that was added just before it. */
  const hasNewest = async () => {
    count += 1
    const email = `patient${count}@drill.test`
    const patient = { firstName: 'Kim', lastName: 'Adeyemi', email }
    expect((await admin('POST', '/api/patients', patient)).status).toBe(201)
    const answer = await fetch(`${server.url}/api/reports/patients.csv`, {
      headers: { cookie: admin.cookie },
    })
    const lines = (await answer.text()).split('\n').filter((line) => line.includes('@drill.test'))
    return lines.length === count && lines.some((line) => line.includes(email))
  }
  const onReplica = async (sql: string) => {
    const client = new Client({ connectionString: urls.replica })
    await client.connect()
    try {
      return (await client.query(sql)).rows[0]
    } finally {
      await client.end()
    }
  }
  /** How often the replica has read patients for the app. The statistics are complete when its connections are idle. */
  const reads = async () =>
    Number(
      (
        await onReplica(
          `SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) AS n FROM pg_stat_user_tables WHERE relname = 'patients'`,
        )
      )?.n,
    )

  for (let n = 0; n < 30; n += 1) expect(await hasNewest()).toBe(true)
  await expect.poll(reads, { timeout: 20_000 }).toBeGreaterThanOrEqual(30)
  expect(server.said()).not.toContain('The replica was not used')

  /** Until the replica is used again, which is tried every half a minute. */
  const isUsedAgain = async () => {
    const before = await reads()
    await expect
      .poll(async () => ((await hasNewest()) ? reads() : 'a patient is missing'), {
        timeout: 60_000,
        interval: 2_000,
      })
      .toBeGreaterThan(before)
  }

  await onReplica('SELECT pg_wal_replay_pause()')
  expect(await hasNewest()).toBe(true)
  expect(server.said()).toContain('It is more than 2 seconds behind')
  await onReplica('SELECT pg_wal_replay_resume()')
  await isUsedAgain()

  stopReplica()
  expect(await hasNewest()).toBe(true)
  expect(await hasNewest()).toBe(true)
  startReplica()
  await isUsedAgain()

  const { json } = await admin('GET', '/api/audit-logs?action=exported&limit=100')
  expect((json as unknown[]).length).toBe(Math.min(count, 100))
}, 300_000)
