import { readFile } from 'node:fs/promises'
import { Pool } from 'pg'
import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { isDatabaseAway, openDatabase } from './database.ts'

const withCode = (code: string) => Object.assign(new Error('gone'), { code })
const seenByPrisma = (originalCode: string) =>
  Object.assign(new Error('gone'), { meta: { driverAdapterError: { cause: { originalCode } } } })

test.each(['57P01', '57P02', '57P03', '08006', '53300'])(
  'error %s of a stopping server counts as unavailable, in every form of the error',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true)
    expect(isDatabaseAway(seenByPrisma(code))).toBe(true)
  },
)

test.each(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout'])(
  'a connection lost during a statement (%s) counts as unavailable',
  (kind) => {
    const seen = { code: 'P2010', meta: { driverAdapterError: { cause: { kind } } } }
    expect(isDatabaseAway(Object.assign(new Error('gone'), seen))).toBe(true)
  },
)

test.each([
  'postgresql://nobody@127.0.0.1:1/nowhere',
  'postgresql://nobody@localhost:5432/nowhere?host=%2Fno%20such%20folder',
])('an unreachable server (%s) counts as unavailable, for pg and Prisma', async (url) => {
  const pool = new Pool({ connectionString: url })
  expect(isDatabaseAway(await pool.query('SELECT 1').catch((error: unknown) => error))).toBe(true)
  await pool.end()
  const { db } = openDatabase(url)
  expect(isDatabaseAway(await db.user.count().catch((error: unknown) => error))).toBe(true)
  expect(isDatabaseAway(await db.$transaction([db.user.count()]).catch((error: unknown) => error))).toBe(true)
  await db.$disconnect()
})

test('an invalid statement and a missing file do not count as unavailable', async () => {
  expect(isDatabaseAway(await readFile('/no such file').catch((error: unknown) => error))).toBe(false)
  expect(isDatabaseAway(withCode('42501'))).toBe(false)
  expect(isDatabaseAway(seenByPrisma('42501'))).toBe(false)
})

test('closing ends the connections that Prisma has not used', async ({ database }) => {
  const opened = openDatabase(database.ownerUrl)
  await opened.pool.query('select 1')
  expect(opened.pool.totalCount).toBe(1)
  await opened.close()
  expect(opened.pool.totalCount).toBe(0)
})
