import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { openDatabase } from './database.ts'
import { openReplica } from './replica.ts'

test('a database that is no replica, or does not answer, is not used, and the log says why', async ({
  database,
}) => {
  const { pool, close } = openDatabase(database.ownerUrl)
  for (const [url, reason] of [
    [database.ownerUrl, 'DATABASE_REPLICA_URL does not lead to a replica of this database'],
    ['postgresql://nobody@127.0.0.1:1/clinic', 'ECONNREFUSED'],
  ] as const) {
    const said: string[] = []
    const replica = openReplica(url, pool, { log: (problem) => said.push(problem) })
    expect(await replica.current()).toBeNull()
    expect(await replica.current()).toBeNull()
    expect(said).toEqual([expect.stringContaining(reason)])
    await replica.close()
  }
  await close()
})

test('only errors of the connection or of a cancelled read are the replica’s', async ({ database }) => {
  const { pool, close } = openDatabase(database.ownerUrl)
  const replica = openReplica(database.ownerUrl, pool, { log: () => {} })
  expect(replica.failed(Object.assign(new Error('cancelled'), { code: '40001' }))).toBe(true)
  expect(replica.failed(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(replica.failed(new Error('column does not exist'))).toBe(false)
  await Promise.all([replica.close(), close()])
})
