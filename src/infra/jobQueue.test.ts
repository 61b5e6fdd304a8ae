import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { openJobQueue } from './jobQueue.ts'

test('closing the job queue closes all of its connections', async ({ database }) => {
  const { pool, close } = openJobQueue(database.ownerUrl, 4, () => {})
  let closed = 0
  pool.on('connect', (client) => {
    client.once('end', () => {
      closed += 1
    })
  })
  await Promise.all(Array.from({ length: 4 }, () => pool.query('SELECT pg_sleep(0.05)')))
  await close()
  expect(closed).toBe(4)
})
