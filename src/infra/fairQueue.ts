import { Failure } from '#domain/errors.ts'

/** Runs a task when it is the key's turn. Throws `rate_limited` at once if too many tasks are waiting. */
export type FairQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

type Limits = {
  /** The number of tasks that run at the same time. */
  running: number
  /** The number of tasks that may wait, per key and in total. Each waiting request keeps its socket open. */
  waitingPerKey: number
  waiting: number
}

const RETRY_SECONDS = 10

/**
 * Runs at most one task per key at a time and takes turns between keys, so that a key with many tasks delays each other
 * key by at most one task. `what` names the tasks in the error: "Too many files are being checked".
 */
export function makeFairQueue(
  { running: runningMax, waitingPerKey, waiting }: Limits,
  what: string,
): FairQueue {
  /** The waiting tasks of each key, with the keys in the order of their turns. */
  const queues = new Map<string, (() => void)[]>()
  const running = new Set<string>()
  let length = 0

  function startNext(): void {
    for (const [key, queue] of queues) {
      if (running.size >= runningMax) return
      if (running.has(key)) continue
      queues.delete(key)
      const start = queue.shift()
      if (queue.length > 0) queues.set(key, queue)
      length -= 1
      running.add(key)
      start?.()
    }
  }

  /** Moves a key behind the others after its turn. */
  function moveToEnd(key: string): void {
    const queue = queues.get(key)
    if (queue && queues.delete(key)) queues.set(key, queue)
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? []
    if (queue.length >= waitingPerKey || length >= waiting) throw tooBusy(what)
    const turn = new Promise<void>((resolve) => queue.push(resolve))
    queues.set(key, queue)
    length += 1
    startNext()
    await turn
    try {
      return await work()
    } finally {
      running.delete(key)
      moveToEnd(key)
      startNext()
    }
  }
}

const tooBusy = (what: string) =>
  new Failure('rate_limited', `Too many ${what} right now. Try again in ${RETRY_SECONDS} seconds.`, {
    retryAfter: RETRY_SECONDS,
  })
