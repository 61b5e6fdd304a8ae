import { Client } from 'pg'
import { expect } from 'vitest'
import { roleIn } from '#tests/support/database.ts'
import { test as base } from '#tests/support/test.ts'
import { type OpenedDatabase, openDatabase } from './database.ts'
import { PREPARED_MAX } from './preparedStatements.ts'

type Fixtures = { opened: OpenedDatabase; unprepared: OpenedDatabase; owner: Client; watcher: Client }

const test = base.extend<Fixtures>({
  /** One connection, so that its prepared statements can be counted. */
  opened: async ({ database }, use) => {
    const opened = openDatabase(database.ownerUrl, { connections: 1 })
    await use(opened)
    await opened.db.$disconnect()
  },
  unprepared: async ({ database }, use) => {
    const opened = openDatabase(database.ownerUrl, { connections: 1, preparesStatements: false })
    await use(opened)
    await opened.db.$disconnect()
  },
  owner: ({ database }, use) => connected(database.ownerUrl, use),
  watcher: ({ database }, use) => connected(database.ownerUrl, use),
})

async function connected(connectionString: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await use(client)
  await client.end()
}

const countPrepared = 'SELECT count(*)::int FROM pg_prepared_statements'

const read = async ({ statements }: OpenedDatabase, text: string, values: unknown[] = []) =>
  (await statements.rows({ text, values }))[0]

test('a statement is prepared once, and a connection keeps only so many', async ({ opened }) => {
  for (let n = 0; n < 3; n += 1) expect(await read(opened, 'SELECT $1::int + 1', [n])).toEqual([n + 1])
  expect(await read(opened, countPrepared)).toEqual([2])
  for (let n = 0; n < 2 * PREPARED_MAX; n += 1) {
    expect(await read(opened, `SELECT ${n}`)).toEqual([n])
    if (n % 50 === 0) expect((await read(opened, countPrepared))?.[0]).toBeLessThanOrEqual(PREPARED_MAX)
  }
})

test('a statement that must be planned each time, or any behind a pooler, is not prepared', async ({
  opened,
  unprepared,
}) => {
  const search = { text: "SELECT 'Ann' LIKE $1::text", values: ['%n%'], isPlannedEachTime: true }
  expect(await opened.statements.rows(search)).toEqual([[true]])
  expect(await read(unprepared, 'SELECT $1::text', ['Ann'])).toEqual(['Ann'])
  expect(await read(unprepared, countPrepared)).toEqual([0])
  await unprepared.db.$executeRawUnsafe('/* prepared as audit_rows */ SELECT 1')
  expect(await read(unprepared, countPrepared)).toEqual([0])
})

test('a prepared statement goes on when a migration changes its columns', async ({ opened, owner }) => {
  await owner.query('CREATE TABLE example (id int)')
  try {
    await owner.query(`INSERT INTO example VALUES (1); GRANT SELECT ON example TO ${await roleIn(owner)}`)
    expect(await read(opened, 'SELECT * FROM example')).toEqual([1])
    await owner.query("ALTER TABLE example ADD name text DEFAULT 'Ann'")
    expect(await read(opened, 'SELECT * FROM example')).toEqual([1, 'Ann'])
    expect(await read(opened, 'SELECT * FROM example')).toEqual([1, 'Ann'])
  } finally {
    await owner.query('DROP TABLE example')
  }
})

test('a prepared statement goes on when the server has forgotten it', async ({ opened }) => {
  expect(await read(opened, 'SELECT 1')).toEqual([1])
  await opened.db.$executeRawUnsafe('DEALLOCATE ALL')
  expect(await read(opened, 'SELECT 1')).toEqual([1])
})

test('a date is midnight UTC and a moment is exact, as from Prisma', async ({ opened }) => {
  const moment = new Date('2026-11-23T05:37:11.123Z')
  expect(await read(opened, "SELECT DATE '1980-02-29', $1::timestamptz(3)", [moment])).toEqual([
    new Date('1980-02-29T00:00:00Z'),
    moment,
  ])
})

test('a connection that ends right after a response does no harm', async ({ opened, owner, watcher }) => {
  const [id] = (await read(opened, 'SELECT pg_backend_pid()')) as [number]
  const answered = read(opened, "SELECT 'done' FROM pg_sleep(1)")
  const ended = owner.query(`SELECT pg_sleep(1.2); SELECT pg_terminate_backend(${id})`)
  const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
  await expect.poll(async () => (await watcher.query(sleeping)).rowCount, { interval: 5 }).toBe(2)
  // Both messages arrive while this thread is blocked, so that Node then reads them together.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
  expect(await answered).toEqual(['done'])
  await ended
  expect(await read(opened, 'SELECT 1')).toEqual([1])
})

test('an error of a statement is not repeated, and the connection stays usable', async ({ opened }) => {
  await expect(read(opened, 'SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero')
  expect(await read(opened, 'SELECT 1')).toEqual([1])
})
