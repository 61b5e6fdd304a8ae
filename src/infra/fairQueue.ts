import { Failure } from '#domain/errors.ts'

/** Runs work when it is the key's turn. Throws `rate_limited` at once when too much is waiting already. */
export type FairQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

type Limits = {
  /** How much work runs at the same time. */
  running: number
  /** How much may wait for one key and for all keys; each waiting request keeps its socket open. */
  waitingPerKey: number
  waiting: number
}

const RETRY_SECONDS = 10

/**
 * Runs at most one piece of work per key at a time and takes turns between keys, so that a key with much work delays the
 * others by at most one piece. `what` names the work in the refusal: "Too many files are being checked".
 */
export function makeFairQueue(
  { running: runningMax, waitingPerKey, waiting }: Limits,
  what: string,
): FairQueue {
  /** The waiting work of each key. The keys are in the order of their turns. */
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

  /** A key that had its turn waits behind the others. */
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
