import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyedMutex.ts'

/** A task that ends when the test ends it. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let hasBegun = false
  const work = () => {
    hasBegun = true
    return promise
  }
  return { work, resolve, reject, hasBegun: () => hasBegun }
}

const aMoment = () => new Promise((done) => setImmediate(done))

test('tasks with the same key run in order, and tasks with other keys do not wait', async () => {
  const inTurn = createKeyedMutex()
  const [first, second, other] = [piece(), piece(), piece()]
  const answers = [inTurn('a', first.work), inTurn('a', second.work), inTurn('b', other.work)]
  await aMoment()
  expect([first, second, other].map((one) => one.hasBegun())).toEqual([true, false, true])
  first.resolve('1')
  await aMoment()
  expect(second.hasBegun()).toBe(true)
  second.resolve('2')
  other.resolve('3')
  expect(await Promise.all(answers)).toEqual(['1', '2', '3'])
})

test('a failed task does not affect others, and the next one runs', async () => {
  const inTurn = createKeyedMutex()
  const [first, second] = [piece(), piece()]
  const answers = [inTurn('a', first.work), inTurn('a', second.work)]
  first.reject(new Error('broken'))
  second.resolve('2')
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'rejected', reason: { message: 'broken' } },
    { status: 'fulfilled', value: '2' },
  ])
})

test('a task beyond the limit is rejected at once, and accepted again when others have finished', async () => {
  const inTurn = createKeyedMutex({ perKey: 2, total: 3 })
  const [first, second, other] = [piece(), piece(), piece()]
  const tooBusy = { code: 'rate_limited', facts: { retryAfter: 10 } }
  const answers = [inTurn('a', first.work), inTurn('a', second.work)]
  await expect(inTurn('a', piece().work), 'of one key').rejects.toMatchObject(tooBusy)
  answers.push(inTurn('b', other.work))
  await expect(inTurn('c', piece().work), 'of all keys').rejects.toMatchObject(tooBusy)
  first.resolve('1')
  second.reject(new Error('broken'))
  other.resolve('3')
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await Promise.all([inTurn('a', async () => 'again'), inTurn('c', async () => 'again')])).toEqual([
    'again',
    'again',
  ])
})
