import { expect, onTestFinished, test as plain } from 'vitest'
import { test } from '#tests/support/test.ts'
import { openDatabase } from './database.ts'
import { type SlowStatement, withoutLiterals } from './slowStatements.ts'

plain('the text of a statement is logged without its quoted values', () => {
  expect(withoutLiterals("/* a */ SELECT *\n  FROM patients WHERE name = 'O''Hara' AND id = $1")).toBe(
    'SELECT * FROM patients WHERE name = ? AND id = $1',
  )
})

test('a statement that takes long is reported with its text, from Prisma and from the pool', async ({
  database,
}) => {
  const slow: SlowStatement[] = []
  const { db, pool, statements } = openDatabase(database.ownerUrl, {
    slow: { ms: 40, report: (one) => slow.push(one) },
  })
  onTestFinished(() => db.$disconnect())
  await db.$queryRaw`SELECT 1 AS fast`
  await db.$queryRaw`SELECT pg_sleep(0.05)::text, ${'Lindqvist'}::text`
  await pool.query("SELECT pg_sleep(0.05), 'Lindqvist'")
  await statements.rows({ text: 'SELECT pg_sleep(0.05)::text, $1::text', values: ['Lindqvist'] })
  await pool.query('SELECT pg_sleep(0.05), no_such').catch(() => {})
  await pool.query("SELECT pg_sleep(0.05), 'x'::int").catch(() => {})
  expect(slow.map(({ statement }) => statement)).toEqual([
    'SELECT pg_sleep(0.05)::text, $1::text',
    'SELECT pg_sleep(0.05), ?',
    'SELECT pg_sleep(0.05)::text, $1::text',
  ])
  for (const { ms } of slow) expect(ms).toBeGreaterThanOrEqual(40)
})
