import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseAway } from './database.ts'

const withCode = (code: string) => Object.assign(new Error('gone'), { code })
const seenByPrisma = (originalCode: string) =>
  Object.assign(new Error('gone'), { meta: { driverAdapterError: { cause: { originalCode } } } })

test.each(['57P01', '57P02', '57P03', '08006', '53300'])(
  'a server that goes away with %s is away, whoever asked it',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true)
    expect(isDatabaseAway(seenByPrisma(code))).toBe(true)
  },
)

test.each(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout'])(
  'a connection that broke under a statement (%s) is away',
  (kind) => {
    const seen = { code: 'P2010', meta: { driverAdapterError: { cause: { kind } } } }
    expect(isDatabaseAway(Object.assign(new Error('gone'), seen))).toBe(true)
  },
)

test('a server that cannot be reached is away, and a bad statement is not', async () => {
  const pool = new Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/nowhere' })
  expect(isDatabaseAway(await pool.query('SELECT 1').catch((error: unknown) => error))).toBe(true)
  await pool.end()
  expect(isDatabaseAway(withCode('42501'))).toBe(false)
  expect(isDatabaseAway(seenByPrisma('42501'))).toBe(false)
})
