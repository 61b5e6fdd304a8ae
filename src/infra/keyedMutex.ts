import { Failure } from '#domain/errors.ts'

/**
 * Runs work with the same key one after the other, in the order it came; other keys do not wait. Throws `rate_limited`
 * at once when too much is waiting already.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** How much may wait or run at once, for one key and for all of them: each piece keeps a request and its socket open. */
const standard = { perKey: 100, total: 1_000 }

const RETRY_SECONDS = 10

/** Turns of this process; nothing is kept of a key whose work is done. */
export function createKeyedMutex({ perKey, total } = standard): KeyedMutex {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  let length = 0
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= perKey || length >= total) throw tooBusy()
    queues.set(key, queue)
    queue.length += 1
    length += 1
    const turn = queue.last.then(work)
    queue.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      queue.length -= 1
      length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}

const tooBusy = () =>
  new Failure(
    'rate_limited',
    `Too many people are signing in right now. Try again in ${RETRY_SECONDS} seconds.`,
    {
      retryAfter: RETRY_SECONDS,
    },
  )
