import type { Throttle, Throttles } from './throttle.ts'

/** Counts the requests of each key and reports when there are too many in a minute. */
export type RequestLimit = {
  /** Counts one request. */
  take: (key: string) => Promise<Allowance>
}

/** The requests of a key in the current minute, after the one that was just counted. */
export type Allowance = {
  isRefused: boolean
  /** The requests that a minute allows. */
  limit: number
  /** How many more the key may send. Other processes can use them up, too. */
  left: number
  /** Whole seconds until the next minute of the key begins; at least 1. */
  secondsLeft: number
}

/** In seconds. */
export const MINUTE = 60
/** The maximum slice of the shared count, at most a tenth of the limit. */
const SLICE_MAX = 20
/** Above this number of keys, those whose minute has passed are deleted. */
const KEYS_MAX = 10_000

/**
 * This process's share of a key's minute: the requests it may still allow, or -1 once the minute is used up. `others` were left
 * for all processes when it was fetched.
 */
type Share = { left: number; others: number; until: number }

/**
 * Limits the requests per minute of each key, over all processes and restarts. This process takes slices of the
 * shared count and uses them from memory, so that most requests need no SQL statement. The unused rest of a slice is lost to the
 * other processes until the minute has passed.
 */
export function makeRequestLimit({ limit }: Throttles, perMinute: number): RequestLimit {
  const throttle = limit('requests', { points: perMinute, seconds: MINUTE })
  const slice = Math.max(1, Math.min(SLICE_MAX, Math.floor(perMinute / 10)))
  const shares = new Map<string, Share>()
  const asking = new Map<string, Promise<unknown>>()

  /** Concurrent requests share one query. */
  function ask(key: string): Promise<unknown> {
    const pending =
      asking.get(key) ??
      fetchShare(throttle, key, slice)
        .then((share) => shares.set(key, share))
        .finally(() => asking.delete(key))
    asking.set(key, pending)
    return pending
  }

  return {
    take: async (key) => {
      if (shares.size > KEYS_MAX) forgetEnded(shares)
      for (;;) {
        const share = shares.get(key)
        const isCurrent = share !== undefined && share.until > Date.now()
        if (isCurrent && share.left !== 0) {
          const isRefused = share.left < 0
          if (!isRefused) share.left -= 1
          const secondsLeft = Math.max(1, Math.ceil((share.until - Date.now()) / 1000))
          const left = isRefused ? 0 : share.left + share.others
          return { isRefused, limit: perMinute, left, secondsLeft }
        }
        await ask(key)
      }
    },
  }
}

/** Returns the next slice or the rest of it. */
async function fetchShare(throttle: Throttle, key: string, slice: number): Promise<Share> {
  const { count, until } = await throttle.consume(key, slice)
  const beyond = Math.max(0, count - throttle.points)
  return {
    left: beyond < slice ? slice - beyond : -1,
    others: Math.max(0, throttle.points - count),
    until: until.getTime(),
  }
}

function forgetEnded(shares: Map<string, Share>): void {
  for (const [key, { until }] of shares) if (until <= Date.now()) shares.delete(key)
}
