import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { at } from '#tests/support/database.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'
import { migrate, planMigration, requireMigrated } from './migrate.ts'

const log = () => {}

let root: string
let postgres: EmbeddedPostgres
let folder: string
let urls: { ownerUrl: string; appUrl: string }
let count = 0
const role = () => `caseload_app_test_${count}`

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'caseload-migrate-'))
  chmodSync(root, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir: join(root, 'data'), log, fsync: false })
})

afterAll(async () => {
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
})

beforeEach(async () => {
  count += 1
  await ask(postgres.ownerUrl, `create database test_${count}`)
  const inTest = (url: string) => at(url, `test_${count}`)
  urls = { ownerUrl: inTest(postgres.ownerUrl), appUrl: inTest(postgres.appUrl) }
  folder = join(root, `migrations-${count}`)
  writeMigration('1_patients', 'create table patients (name text); grant select on patients to caseload_app;')
})

test('pending migrations are applied in order, once', async () => {
  writeMigration('2_notes', 'create table notes (patient text); insert into patients values ($$second$$);')
  await migrate({ ...urls, folder, log })
  await migrate({ ...urls, folder, log })
  expect(await applied()).toEqual(['1_patients', '2_notes'])
  expect(await ask(urls.ownerUrl, 'select name from patients')).toEqual([{ name: 'second' }])
})

test('a new database is one line of the log, and each later migration another', async () => {
  const lines: string[] = []
  const migrateAndLog = () => migrate({ ...urls, folder, log: (line) => lines.push(line) })
  writeMigration('2_notes', 'create table notes (patient text)')
  await migrateAndLog()
  writeMigration('3_tasks', 'select 1')
  await migrateAndLog()
  await migrateAndLog()
  expect(lines.filter((line) => /tables|Migrated/.test(line))).toEqual([
    expect.stringMatching(/^Created the tables of the database \(\d+ ms\)$/),
    expect.stringMatching(/^Migrated the database: 3_tasks \(\d+ ms\)$/),
  ])
})

test('a start without pending migrations runs six short queries, however many migrations were applied', async () => {
  const questions = async () => work(await statementsOf(() => migrate({ ...urls, folder, log }))).length
  await questions()
  const few = await questions()
  for (const name of ['3_tasks', '4_alerts', '5_records']) writeMigration(name, 'select 1')
  await questions()
  expect(await questions()).toBe(few)
  expect(few).toBeLessThanOrEqual(6)
})

test('concurrent starts apply each migration once', async () => {
  writeMigration('2_slow', "select pg_sleep(0.1); insert into patients values ('once');")
  await Promise.all(Array.from({ length: 4 }, () => migrate({ ...urls, folder, log })))
  expect(await ask(urls.ownerUrl, 'select name from patients')).toEqual([{ name: 'once' }])
})

test('the application logs in and has exactly the rights of its role', async () => {
  await migrate({ ...urls, folder, log })
  expect(await ask(urls.appUrl, 'select name from patients', role())).toEqual([])
  await expect(ask(urls.appUrl, "insert into patients values ('x')", role())).rejects.toThrow(
    'permission denied',
  )
})

test('a clinic with only one login can use the role as well', async () => {
  // In PostgreSQL 16 and newer, the creator of a role may administer it but not use it. So it needs this grant.
  await ask(
    postgres.ownerUrl,
    `create role clinic_${count} login createrole password 'p';
     alter database test_${count} owner to clinic_${count}`,
  )
  const url = new URL(urls.ownerUrl)
  Object.assign(url, { username: `clinic_${count}`, password: 'p' })
  await migrate({ ownerUrl: url.href, folder, log })
  expect(await ask(url.href, 'select current_user', role())).toEqual([{ current_user: role() }])
})

test('a migration that was changed after it was applied prevents the start', async () => {
  await migrate({ ...urls, folder, log })
  writeMigration('1_patients', 'drop table patients;')
  writeMigration('2_notes', 'create table notes (patient text);')
  await expect(migrate({ ...urls, folder, log })).rejects.toThrow(
    '1_patients was changed after it had been applied',
  )
  expect(await applied()).toEqual(['1_patients'])
})

test('a failed migration is rolled back, and works once it is fixed', async () => {
  writeMigration('2_notes', 'create table notes (patient text);\ninsert into nowhere values (1);')
  await expect(migrate({ ...urls, folder, log })).rejects.toThrow(
    /2_notes failed and was undone \(line 2\): .*"nowhere"/,
  )
  expect(await applied()).toEqual(['1_patients'])
  writeMigration('2_notes', 'create table notes (patient text);')
  await migrate({ ...urls, folder, log })
  expect(await applied()).toEqual(['1_patients', '2_notes'])
})

test('an older Caseload does not start on a newer database', async () => {
  writeMigration('2_newer', 'select 1;')
  await migrate({ ...urls, folder, log })
  rmSync(join(folder, '2_newer'), { recursive: true })
  await expect(migrate({ ...urls, folder, log })).rejects.toThrow(
    '2_newer, which this Caseload does not know',
  )
})

describe('an index of a large table', () => {
  const indexes = [
    'CREATE INDEX IF NOT EXISTS "patients_name_idx" ON "patients"("name");',
    'CREATE UNIQUE INDEX IF NOT EXISTS "patients_name_key" ON "patients"("name");',
  ].join('\n')
  const large = { largeBytes: 8192, lockTimeoutMs: 300, log }
  const isValid = async () =>
    (
      await ask(
        urls.ownerUrl,
        "select indisvalid from pg_index where indexrelid = 'patients_name_idx'::regclass",
      )
    )[0]

  beforeEach(async () => {
    await migrate({ ...urls, folder, log })
    await ask(urls.ownerUrl, "insert into patients select 'Maren ' || n from generate_series(1, 5000) n")
    writeMigration('2_index', indexes)
  })

  test('is built before the transaction of its migration, also by several starts at once', async () => {
    const sent = await statementsOf(() =>
      Promise.all([1, 2, 3].map(() => migrate({ ...urls, ...large, folder }))),
    )
    expect(sent.filter((text) => /^CREATE (UNIQUE )?INDEX CONCURRENTLY/.test(text))).toHaveLength(2)
    expect(await isValid()).toEqual({ indisvalid: true })
    expect(await applied()).toEqual(['1_patients', '2_index'])
  })

  test('does not make writers wait', async () => {
    const client = new Client({ connectionString: urls.ownerUrl })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query("begin; insert into patients values ('unfinished')")
    // The build waits until this transaction ends. Others can still write.
    const migrated = migrate({ ...urls, ...large, lockTimeoutMs: 60_000, folder })
    const waiting = "select from pg_stat_progress_create_index where phase like 'waiting%'"
    await expect.poll(() => ask(urls.ownerUrl, waiting)).toHaveLength(1)
    await ask(urls.ownerUrl, "insert into patients values ('second')")
    expect(await applied()).toEqual(['1_patients'])
    await client.query('commit')
    await migrated
    expect(await isValid()).toEqual({ indisvalid: true })
  })

  test('is given up if another transaction takes too long, and the next run starts over', async () => {
    const client = new Client({ connectionString: urls.ownerUrl })
    await client.connect()
    await client.query("begin; insert into patients values ('unfinished')")
    await expect(migrate({ ...urls, ...large, folder })).rejects.toThrow(
      '2_index was undone: for 0.3 seconds a table that it changes was in use',
    )
    expect(await isValid()).toEqual({ indisvalid: false })
    await client.end()
    await migrate({ ...urls, ...large, folder })
    expect(await isValid()).toEqual({ indisvalid: true })
    expect(await applied()).toEqual(['1_patients', '2_index'])
  })

  test('is built with its migration if the table is small', async () => {
    const sent = await statementsOf(() => migrate({ ...urls, folder, log }))
    expect(sent.filter((text) => text.includes('CONCURRENTLY'))).toEqual([])
    expect(await isValid()).toEqual({ indisvalid: true })
  })

  test('is one in the newest migrations, which say IF NOT EXISTS', () => {
    const own = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
    const newer = readdirSync(own).filter((name) => /^\d/.test(name) && name >= '20261203')
    const others = newer.flatMap((name) => {
      const sql = readFileSync(join(own, name, 'migration.sql'), 'utf8')
      const largeTables = '(audit_logs|audit_log_patients|patients|patient_records)'
      return (
        sql.match(new RegExp(`CREATE (UNIQUE )?INDEX (?!IF NOT EXISTS)[^;]* ON "?${largeTables}\\b`, 'g')) ??
        []
      )
    })
    expect(newer.length).toBeGreaterThan(0)
    expect(others).toEqual([])
  })
})

test('a database without known devices keeps its users and sessions and can then remember devices', async () => {
  const own = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
  for (const name of readdirSync(own).filter((one) => /^\d/.test(one) && one < '20261122060200'))
    cpSync(join(own, name), join(folder, name), { recursive: true })
  rmSync(join(folder, '1_patients'), { recursive: true })
  await migrate({ ...urls, folder, log })
  const userId = '01a1fcf0-bbdc-730f-8d22-fb8393291341'
  await ask(
    urls.ownerUrl,
    `insert into users (id, email, password_hash, first_name, last_name)
       values ('${userId}', 'sam@clinic.test', 'hash', 'Sam', 'Okoye');
     insert into sessions (sid, user_id, sess, expire) values ('open', '${userId}', '{}', now() + interval '1 hour')`,
  )
  const device = '20261122060200_known_devices'
  cpSync(join(own, device), join(folder, device), { recursive: true })
  await migrate({ ...urls, folder, log })
  expect((await applied()).at(-1)).toBe(device)
  const asApplication = (sql: string) => ask(urls.appUrl, sql, role())
  expect(await asApplication('select email::text, sid from users join sessions on user_id = id')).toEqual([
    { email: 'sam@clinic.test', sid: 'open' },
  ])
  await asApplication(
    `insert into known_devices (id, user_id, device_hash) values ('${userId}', '${userId}', 'hash');
     update known_devices set last_used_at = now()`,
  )
  await ask(urls.ownerUrl, `delete from users where id = '${userId}'`)
  expect(await asApplication('select id from known_devices')).toEqual([])
})

test('after an upgrade the application cannot create temporary tables, and all data stays', async () => {
  await migrate({ ...urls, log })
  await ask(
    urls.ownerUrl,
    `insert into audit_logs (id, action, resource_type) values (gen_random_uuid(), 'login', 'user');
     grant temporary on database test_${count} to public`,
  )
  const hide = 'create temporary table audit_logs (id uuid)'
  await ask(urls.appUrl, hide, role())
  await migrate({ ...urls, log })
  for (const acting of [role(), undefined])
    await expect(ask(urls.appUrl, hide, acting)).rejects.toThrow('permission denied')
  expect(await ask(urls.appUrl, 'select action from audit_logs', role())).toEqual([{ action: 'login' }])
})

test('if only the database owner can revoke temporary tables, the start says what to run', async () => {
  await ask(postgres.ownerUrl, `create role clinic_${count} login createrole password 'p'`)
  await ask(urls.ownerUrl, `grant all on schema public to clinic_${count}`)
  const url = new URL(urls.ownerUrl)
  Object.assign(url, { username: `clinic_${count}`, password: 'p' })
  await ask(urls.ownerUrl, `grant create on database test_${count} to clinic_${count}`)
  const logged: string[] = []
  await migrate({ ownerUrl: url.href, folder, log: (sentence) => logged.push(sentence) })
  expect(logged.at(-1)).toBe(
    `Every login of the server may connect to the database test_${count}, and the application may create temporary ` +
      `tables in it. Have its owner run: grant connect on database "test_${count}" to "clinic_${count}"; ` +
      `revoke connect, temporary on database "test_${count}" from public, "${role()}"`,
  )
})

test('the plan has the SQL of the pending migrations and of the role, and changes nothing', async () => {
  writeMigration('2_notes', 'create table notes (patient text); grant select on notes to caseload_app;')
  const tables = 'select count(*)::int as n from pg_class union all select count(*)::int from pg_roles'
  const before = await ask(urls.ownerUrl, tables)
  const plan = await planMigration({ ...urls, folder })
  expect(plan).toEqual({
    migrations: [
      { name: '1_patients', sql: expect.stringContaining('create table patients') },
      {
        name: '2_notes',
        sql: `create table notes (patient text); grant select on notes to "${role()}";`,
      },
    ],
    roleSql: expect.stringMatching(/^create role "caseload_app_test_\d+" nologin; grant /),
    isQueueOutdated: true,
  })
  expect(await ask(urls.ownerUrl, tables)).toEqual(before)
  await migrate({ ...urls, folder, log })
  expect(await planMigration({ ...urls, folder })).toEqual({
    migrations: [],
    roleSql: null,
    isQueueOutdated: false,
  })
})

test('a start that must not migrate refuses a database with pending migrations, and a newer one', async () => {
  for (const name of ['2_notes', '3_tasks', '4_alerts']) writeMigration(name, 'select 1')
  await expect(requireMigrated({ ...urls, folder })).rejects.toThrow(
    'the database lacks the migration 1_patients, the migration 2_notes, the migration 3_tasks, and 3 more. ' +
      'Run npm run migrate',
  )
  await migrate({ ...urls, folder, log })
  await requireMigrated({ ...urls, folder })
  rmSync(join(folder, '4_alerts'), { recursive: true })
  await expect(requireMigrated({ ...urls, folder })).rejects.toThrow('backup from before the upgrade')
})

test('a migration that waits too long for a table is undone and can be repeated', async () => {
  await migrate({ ...urls, folder, log })
  writeMigration('2_phone', 'create table phones (number text); alter table patients add column phone text;')
  const reader = new Client({ connectionString: urls.ownerUrl })
  await reader.connect()
  await reader.query('begin; select * from patients')
  const waiting = migrate({ ...urls, folder, log, lockTimeoutMs: 100 })
  await expect(waiting).rejects.toThrow(
    /2_phone was undone: for 0.1 seconds a table .* npm run migrate -- --lock-timeout/,
  )
  await reader.end()
  expect(await applied()).toEqual(['1_patients'])
  await migrate({ ...urls, folder, log, lockTimeoutMs: 100 })
  expect(await applied()).toEqual(['1_patients', '2_phone'])
})

test('a migration that PostgreSQL ends because it and a writer wait for each other is repeated', async () => {
  await migrate({ ...urls, folder, log })
  await ask(urls.ownerUrl, 'create table visits (patient text)')
  writeMigration(
    '2_names',
    'alter table patients add column first text; alter table visits add column first text;',
  )
  const writer = new Client({ connectionString: urls.ownerUrl })
  await writer.connect()
  onTestFinished(() => writer.end())
  // PostgreSQL ends the one that waits until its own deadlock_timeout, which is a second for the migration.
  await writer.query("set deadlock_timeout = '60s'; begin; insert into visits values ('Maren')")
  const migrated = migrate({ ...urls, folder, log, lockTimeoutMs: 60_000 })
  const waiting = "select from pg_locks where relation = 'visits'::regclass and not granted"
  await expect.poll(() => ask(urls.ownerUrl, waiting)).toHaveLength(1)
  await writer.query("insert into patients values ('Maren'); commit")
  await migrated
  expect(await applied()).toEqual(['1_patients', '2_names'])
  expect(await ask(urls.ownerUrl, 'select first from patients')).toEqual([{ first: null }])
})

test('the expected revision of the job queue is that of its library', async () => {
  await migrate({ ...urls, folder, log })
  const [found] = await ask(urls.ownerUrl, 'select max(id) as id from graphile_worker.migrations')
  expect((await planMigration({ ...urls, folder })).isQueueOutdated).toBe(false)
  await ask(urls.ownerUrl, `delete from graphile_worker.migrations where id = ${found?.id}`)
  expect((await planMigration({ ...urls, folder })).isQueueOutdated).toBe(true)
})

test("connections of the application and functions with the owner's rights search pg_temp last", async () => {
  await migrate({ ...urls, log })
  const { db: inPool } = openDatabase(urls.appUrl, { connections: 1 })
  try {
    expect(await inPool.$queryRaw`select current_setting('search_path') as path`).toEqual([
      { path: 'public,pg_temp' },
    ])
  } finally {
    await inPool.$disconnect()
  }
  const functions = `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
    and not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']`
  expect(await ask(urls.ownerUrl, functions)).toEqual([])
})

test("Caseload's own migrations apply to an empty database", async () => {
  await migrate({ ...urls, log })
  expect(await ask(urls.appUrl, 'select * from patients', role())).toEqual([])
})

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function applied(): Promise<unknown[]> {
  const rows = await ask(urls.ownerUrl, 'select migration_name from _prisma_migrations order by started_at')
  return rows.map((row) => row.migration_name)
}

async function ask(connectionString: string, sql: string, role?: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString, ...(role && { options: `-c role=${role}` }) })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
