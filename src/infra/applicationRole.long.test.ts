import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { at } from '#tests/support/database.ts'
import { freePort } from '#tests/support/serverProcess.ts'
import { NAME_IN_MIGRATIONS } from './applicationRole.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { movingSql } from './moveRights.ts'

const admin = at(inject('templateUrl'), 'postgres')
let count = 0

/** A clinic on a server that it shares with others: a database of its own, and a login for its application. */
type Neighbor = { name: string; login: string; role: string; ownerUrl: string; appUrl: string }

async function neighbor({ owner = '', role = '' } = {}): Promise<Neighbor> {
  count += 1
  const name = `shared_${process.pid}_${count}`
  const login = `login_${process.pid}_${count}`
  await ask(admin, `create role ${login} login password 'p'`)
  await ask(admin, `create database ${name} ${owner && `owner ${owner}`}`)
  const mine = role || `caseload_app_${name}`
  onTestFinished(async () => {
    await ask(admin, `drop database if exists ${name} with (force)`)
    await ask(admin, `drop role if exists ${mine}`)
    await ask(admin, `drop role ${login}`)
  })
  const ownerUrl = at(admin, name)
  return { name, login, role: mine, ownerUrl, appUrl: as(login, ownerUrl) }
}

const as = (login: string, url: string) =>
  Object.assign(new URL(url), { username: login, password: 'p' }).href

const quiet = () => {}
const start = ({ ownerUrl, appUrl }: Neighbor, log: (sentence: string) => void = quiet) =>
  migrate({ ownerUrl, appUrl, log })

/** What the application's role may do, without the names that differ between databases. */
const rightsOf = async ({ ownerUrl, role }: Pick<Neighbor, 'ownerUrl' | 'role'>) =>
  (await ask(ownerUrl, movingSql, [role, 'NEW'])).map(({ statement }) =>
    String(statement).replaceAll(role, 'ROLE').replaceAll('"NEW"', 'NEW'),
  )

/** Turns a database into one of an earlier version, in which the rights belong to a role of the whole server. */
async function asInEarlierVersion({ ownerUrl, role, login, name }: Neighbor): Promise<void> {
  await ask(
    ownerUrl,
    `do $$ begin create role ${NAME_IN_MIGRATIONS} nologin; exception when others then null; end $$`,
  )
  for (const { statement } of await ask(ownerUrl, movingSql, [role, NAME_IN_MIGRATIONS]))
    await ask(ownerUrl, String(statement))
  await ask(
    ownerUrl,
    `revoke ${role} from ${login}; drop role ${role}; grant ${NAME_IN_MIGRATIONS} to ${login};
     grant connect on database ${name} to public; revoke connect on database ${name} from ${login}`,
  )
}

test('of two clinics on one server, neither can read the other, by its own login or by the role of either', async () => {
  const clinics = [await neighbor(), await neighbor()] as const
  for (const clinic of clinics) await start(clinic)
  for (const [one, other] of [clinics, clinics.toReversed()] as const) {
    if (!one || !other) continue
    expect(await ask(one.appUrl, `set role ${one.role}; select count(*)::int as n from users`)).toEqual([
      { n: 0 },
    ])
    await expect(ask(as(one.login, other.ownerUrl), 'select 1')).rejects.toThrow(
      'permission denied for database',
    )
    await expect(ask(one.appUrl, `set role ${other.role}`)).rejects.toThrow('permission denied to set role')
    await ask(admin, `grant connect on database ${other.name} to ${one.login}`)
    for (const role of [one.role, one.login])
      await expect(
        ask(as(one.login, other.ownerUrl), `set role ${role}; select * from users`),
      ).rejects.toThrow('permission denied for table users')
    await ask(admin, `revoke connect on database ${other.name} from ${one.login}`)
  }
})

test('two clinics of an earlier version are separated one after the other, with their data and rights', async () => {
  const [one, other, fresh] = [await neighbor(), await neighbor(), await neighbor()]
  for (const clinic of [one, other, fresh]) await start(clinic)
  for (const clinic of [one, other]) {
    await asInEarlierVersion(clinic)
    await ask(clinic.ownerUrl, 'insert into clinic_settings (id) values (1)')
  }
  const shared = `set role ${NAME_IN_MIGRATIONS}; select id from clinic_settings`
  expect(await ask(as(one.login, other.ownerUrl), shared), 'the danger').toHaveLength(1)

  await start(one)
  expect(await rightsOf(one)).toEqual(await rightsOf(fresh))
  expect(await rightsOf({ ...one, role: NAME_IN_MIGRATIONS })).toEqual([])
  expect(await ask(one.appUrl, `set role ${one.role}; select id from clinic_settings`)).toHaveLength(1)
  await expect(ask(as(other.login, one.ownerUrl), shared)).rejects.toThrow('permission denied for database')
  expect(await ask(other.appUrl, shared), 'the other one still works').toHaveLength(1)

  await start(other)
  expect(await rightsOf(other)).toEqual(await rightsOf(fresh))
  await expect(ask(as(one.login, other.ownerUrl), shared)).rejects.toThrow('permission denied for database')
  expect(await ask(admin, `select from pg_roles where rolname = '${NAME_IN_MIGRATIONS}'`)).toEqual([])
})

test('a copy of a database gets a role of its own, and the role of the first one loses its rights in it', async () => {
  const [one, copy] = [await neighbor(), await neighbor()]
  await start(one)
  await ask(admin, `drop database ${copy.name}`)
  await ask(admin, `create database ${copy.name} template ${one.name}`)
  await start(copy)
  expect(await rightsOf(copy)).toEqual(await rightsOf(one))
  expect(await rightsOf({ ...copy, role: one.role })).toEqual([])
  await expect(ask(as(one.login, copy.ownerUrl), 'select 1')).rejects.toThrow(
    'permission denied for database',
  )
})

test('the role can have any name, and no other database may use it', async () => {
  const role = `clinic_role_${process.pid}`
  const [one, other] = [await neighbor({ role }), await neighbor()]
  await migrate({ ...one, role, log: quiet })
  const { db } = openDatabase(one.appUrl, { role, connections: 1 })
  expect(await db.$queryRaw`select current_user::text as role, count(*)::int as n from users`).toEqual([
    { role, n: 0 },
  ])
  await db.$disconnect()
  await expect(migrate({ ...other, role, log: quiet })).rejects.toThrow(
    `The role ${role} already has rights in the database ${one.name}. Set DATABASE_ROLE`,
  )
})

test('an owner who may not create roles sees the SQL that an administrator must run, and then starts', async () => {
  const owner = `owner_${process.pid}`
  await ask(admin, `create role ${owner} login password 'p'`)
  onTestFinished(() => ask(admin, `drop role ${owner}`).then(quiet))
  const clinic = await neighbor({ owner })
  const urls = { ownerUrl: as(owner, clinic.ownerUrl), appUrl: clinic.appUrl }
  const refused = await migrate({ ...urls, log: quiet }).catch(({ message }: Error) => message)
  const [, sql = ''] = /run this once: (.*)$/.exec(refused ?? '') ?? []
  expect(sql).toContain(`create role "${clinic.role}" nologin;`)
  await ask(clinic.ownerUrl, sql)
  const logged: string[] = []
  await migrate({ ...urls, log: (sentence) => logged.push(sentence) })
  expect(logged).toEqual([expect.stringMatching(/^Created the tables of the database/)])
  expect(await ask(clinic.appUrl, `set role ${clinic.role}; select * from users`)).toEqual([])
})

test('a pool refuses connections that do not run as the role, and never runs as the owner', async () => {
  const clinic = await neighbor()
  await start(clinic)
  await ask(clinic.ownerUrl, `revoke ${clinic.role} from ${clinic.login}`)
  const { check, db } = openDatabase(clinic.appUrl, { connections: 2 })
  await expect(check()).rejects.toThrow(`permission denied to set role "${clinic.role}"`)
  await expect(db.user.count()).rejects.toThrow(/permission denied to set role/)
  await db.$disconnect()

  const pooled = openDatabase(clinic.ownerUrl, { connections: 2, isPooled: true })
  await expect(pooled.check()).rejects.toThrow(
    /lacks the role caseload_app_\w+, search_path, (TimeZone, )?and statement_timeout\. .* alter role "\w+" in database/,
  )
  await pooled.db.$disconnect()
})

test('a database that takes no connection is named with its address, the reason and the setting', async () => {
  const clinic = await neighbor()
  const problem = async (change: (url: URL) => void) => {
    const url = new URL(clinic.appUrl)
    change(url)
    const opened = openDatabase(url.href, { connections: 1 })
    return opened
      .check()
      .catch(({ message }: Error) => message)
      .finally(() => opened.close())
  }
  const port = await freePort()
  expect(await problem((url) => Object.assign(url, { port, host: `127.0.0.1:${port}`, search: '' }))).toBe(
    `The database at 127.0.0.1:${port} cannot be used (ECONNREFUSED). Check DATABASE_URL.`,
  )
  expect(await problem((url) => Object.assign(url, { password: 'wrong' }))).toMatch(
    /cannot be used \(password authentication failed for user "\w+"\)\. Check DATABASE_URL\.$/,
  )
})

test('a login for a pooler in transaction mode has the role and the limits before the first statement', async () => {
  const clinic = await neighbor()
  await migrate({ ...clinic, role: undefined, isPooled: true, log: quiet })
  const pooled = openDatabase(clinic.appUrl, { connections: 2, isPooled: true })
  await pooled.check()
  await pooled.db.$disconnect()
  const limits = `select current_user::text as role, current_setting('statement_timeout') as timeout`
  expect(await ask(clinic.appUrl, limits)).toEqual([{ role: clinic.role, timeout: '30s' }])
})

test('every migration grants to the name that the runner replaces, and never builds it from parts', () => {
  const folder = new URL('../../prisma/migrations/', import.meta.url)
  const names = readdirSync(folder).filter((name) => /^\d/.test(name))
  const other = new RegExp(
    `['"%]${NAME_IN_MIGRATIONS}|${NAME_IN_MIGRATIONS}['"%_]|pg_roles|pg_authid|CREATE ROLE(?! ${NAME_IN_MIGRATIONS} NOLOGIN;)`,
    'i',
  )
  expect(
    names.filter((name) => other.test(readFileSync(new URL(`${name}/migration.sql`, folder), 'utf8'))),
  ).toEqual([])
})

test('the application has a right in every table but those of the owner', async () => {
  const clinic = await neighbor()
  await start(clinic)
  expect(
    await ask(
      clinic.ownerUrl,
      `select tablename from pg_tables where schemaname = 'public' and tablename not in ('_prisma_migrations', 'secret_checks')
         and not exists (select from information_schema.role_table_grants g
                          where g.grantee = $1 and g.table_name = tablename and g.privilege_type = 'SELECT')`,
      [clinic.role],
    ),
  ).toEqual([])
})

async function ask(
  connectionString: string,
  sql: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const answer = await client.query(sql, values)
    return (Array.isArray(answer) ? answer.at(-1) : answer).rows
  } finally {
    await client.end()
  }
}
