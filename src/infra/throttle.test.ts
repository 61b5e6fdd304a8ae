import { expect } from 'vitest'
import { test as base } from '#tests/support/test.ts'
import { openPool } from './applicationPool.ts'
import { openThrottles, type Throttles } from './throttle.ts'

const test = base.extend<{ here: Throttles; elsewhere: Throttles }>({
  here: async ({ database }, use) => {
    const pool = openPool(database.ownerUrl, { connections: 4 })
    await use(openThrottles(pool))
    await pool.end()
  },
  /** The counters of a second process on the same database. */
  elsewhere: async ({ database }, use) => {
    const pool = openPool(database.ownerUrl, { connections: 4 })
    await use(openThrottles(pool))
    await pool.end()
  },
})

const three = { points: 3, seconds: 60 }
const times = (count: number) => Array.from({ length: count })

test('counting works without prepared statements', async ({ clinic: _, database }) => {
  const pool = openPool(database.ownerUrl, { connections: 1 })
  const limit = openThrottles(pool, false).limit('try', three)
  await limit.consume('sam')
  expect(await limit.consume('sam')).toMatchObject({ count: 2 })
  await limit.forgive('sam')
  expect((await limit.consume('sam')).count).toBe(1)
  expect((await pool.query('SELECT FROM pg_prepared_statements')).rowCount).toBe(0)
  await pool.end()
})

test('a hundred concurrent attempts in two processes cannot exceed the limit', async ({
  clinic: _,
  here,
  elsewhere,
}) => {
  const limits = [here.limit('try', three), elsewhere.limit('try', three)] as const
  const tallies = await Promise.all(times(50).flatMap(() => limits.map((limit) => limit.consume('sam'))))
  expect(tallies.filter(({ isOver }) => !isOver)).toHaveLength(3)
  expect((await limits[0].peek(['sam', 'ada'])).get('sam')).toMatchObject({ count: 100, isOver: true })
})

test('a period starts with the first count, and further counts do not extend it', async ({
  clinic,
  here,
}) => {
  const limit = here.limit('try', three)
  const first = await limit.consume('sam')
  expect(first.secondsLeft).toBe(60)
  const ends = async () => (await clinic.db.throttle.findUniqueOrThrow({ where: { key: 'try:sam' } })).expire
  const end = await ends()
  for (const _ of times(5)) await limit.consume('sam')
  expect(await ends()).toBe(end)
})

test('the counts of a past period are ignored', async ({ clinic, here }) => {
  const limit = here.limit('try', three)
  for (const _ of times(5)) await limit.consume('sam')
  await clinic.db.throttle.updateMany({ data: { expire: Date.now() - 1 } })
  expect(await limit.peek(['sam'])).toEqual(new Map())
  expect(await limit.consume('sam')).toMatchObject({ count: 1, isOver: false })
})

test('a returned attempt does not count, and the count never falls below zero', async ({
  clinic: _,
  here,
}) => {
  const limit = here.limit('try', three)
  await limit.giveBack('sam')
  expect(await limit.peek(['sam'])).toEqual(new Map())
  await limit.consume('sam')
  await limit.giveBack('sam', 5)
  expect((await limit.peek(['sam'])).get('sam')).toMatchObject({ count: 0 })
})

test('names and keys are counted separately', async ({ clinic: _, here }) => {
  const [one, other] = [here.limit('one', three), here.limit('other', three)]
  for (const key of ['sam', 'sam@a', 'sam@b', 'ada']) await one.consume(key)
  await other.consume('sam')

  const forgotten = await one.forgiveAll('sam@')
  expect(forgotten.map(({ key }) => key).sort()).toEqual(['sam@a', 'sam@b'])
  await one.forgive('sam')
  expect([...(await one.peek(['sam', 'sam@a', 'ada'])).keys()]).toEqual(['ada'])
  expect([...(await other.peek(['sam'])).keys()]).toEqual(['sam'])
})

test('only keys of this name that are over the limit in the current period are listed', async ({
  clinic,
  here,
}) => {
  const limit = here.limit('try', three)
  const other = here.limit('try-other', three)
  for (const _ of times(3)) {
    await limit.consume('sam')
    await other.consume('kim')
  }
  await limit.consume('ada', 2)
  await limit.consume('old', 3)
  await clinic.db.throttle.update({ where: { key: 'try:old' }, data: { expire: Date.now() - 1 } })
  expect([...(await limit.listUsedUp()).keys()]).toEqual(['sam'])
})
