import { Failure } from '#domain/errors.ts'

/**
 * Runs tasks with the same key one after another, in order. Tasks with other keys do not wait. Throws `rate_limited` at
 * once if too many are waiting.
 */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** The number of tasks that may wait or run, per key and in total. Each keeps a request and its socket open. */
const standard = { perKey: 100, total: 1_000 }

const RETRY_SECONDS = 10

/** Works within one process. Forgets a key when its last task is done. */
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
