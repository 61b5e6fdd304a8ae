import { expect, test } from 'vitest'
import { makeFairQueue } from './fairQueue.ts'

/** A queue whose tasks run until the test ends them. `begun` lists the started tasks in order. */
function workshop(limits: { running: number; waitingPerKey: number; waiting: number }) {
  const queue = makeFairQueue(limits, 'things are made')
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const add = (name: string) =>
    queue(name.charAt(0), async () => {
      begun.push(name)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ends.set(name, { resolve, reject })
      await promise
      return name
    })
  const end = async (name: string, error?: Error) => {
    if (error) ends.get(name)?.reject(error)
    else ends.get(name)?.resolve()
    await aMoment()
  }
  return { add, end, begun }
}

const aMoment = () => new Promise((done) => setImmediate(done))
const tooBusy = {
  code: 'rate_limited',
  message: 'Too many things are made right now. Try again in 10 seconds.',
  facts: { retryAfter: 10 },
}

test('a key with many tasks runs one at a time and takes turns with other keys', async () => {
  const { add, end, begun } = workshop({ running: 2, waitingPerKey: 3, waiting: 10 })
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(add)
  await aMoment()
  expect(begun).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('one key never runs two tasks at once, even if slots are free', async () => {
  const { add, end, begun } = workshop({ running: 2, waitingPerKey: 3, waiting: 10 })
  const all = ['a1', 'a2'].map(add)
  await aMoment()
  expect(begun).toEqual(['a1'])
  await end('a1')
  await end('a2')
  await Promise.all(all)
})

test('tasks beyond the limits are rejected at once, and accepted again when others have finished', async () => {
  const { add, end } = workshop({ running: 1, waitingPerKey: 2, waiting: 3 })
  const all = ['a1', 'a2', 'a3'].map(add)
  await expect(add('a4'), 'of one key').rejects.toMatchObject(tooBusy)
  all.push(add('b1'))
  await expect(add('c1'), 'of all keys').rejects.toMatchObject(tooBusy)
  await end('a1')
  all.push(add('c2'))
  for (const name of ['b1', 'a2', 'c2', 'a3']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c2'])
})

test('a failed task does not affect others, and the next one runs', async () => {
  const { add, end } = workshop({ running: 1, waitingPerKey: 2, waiting: 3 })
  const all = [add('a1'), add('a2')]
  const outcome = Promise.allSettled(all)
  await aMoment()
  await end('a1', new Error('broken'))
  await end('a2')
  expect(await outcome).toMatchObject([{ reason: { message: 'broken' } }, { value: 'a2' }])
})
