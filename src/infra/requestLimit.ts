import type { Throttle, Throttles } from './throttle.ts'

/** Counts the requests of each key and says when there were too many in a minute. */
export type RequestLimit = {
  /** Counts one: `null` lets it through, otherwise the whole seconds until the key may ask again. */
  take: (key: string) => Promise<number | null>
}

const MINUTE = 60
/** Maximum requests taken from the shared count at once; at most a tenth of the limit. */
const SLICE_MAX = 20
/** Keys after which those whose minute is over are forgotten. */
const KEYS_MAX = 10_000

/** What this process holds of a key's minute: requests it may still let through, or none until then. */
type Share = { left: number; until: number }

/**
 * So many requests a minute of each key, over all processes and a restart. This process takes them from the common
 * count in slices and spends those from memory, so that a request costs a fraction of a statement. What it holds and
 * does not spend is lost to the other processes until the minute is over: less than a slice.
 */
export function makeRequestLimit({ limit }: Throttles, perMinute: number): RequestLimit {
  const throttle = limit('requests', { points: perMinute, seconds: MINUTE })
  const slice = Math.max(1, Math.min(SLICE_MAX, Math.floor(perMinute / 10)))
  const shares = new Map<string, Share>()
  const asking = new Map<string, Promise<unknown>>()

  /** Of many requests at once, one asks PostgreSQL and all wait for its answer. */
  function ask(key: string): Promise<unknown> {
    const asked =
      asking.get(key) ??
      fetchShare(throttle, key, slice)
        .then((share) => shares.set(key, share))
        .finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }

  return {
    take: async (key) => {
      if (shares.size > KEYS_MAX) forgetEnded(shares)
      for (;;) {
        const known = shares.get(key)
        const isCurrent = known !== undefined && known.until > Date.now()
        if (isCurrent && known.left > 0) {
          known.left -= 1
          return null
        }
        if (isCurrent && known.left < 0) return Math.max(1, Math.ceil((known.until - Date.now()) / 1000))
        await ask(key)
      }
    },
  }
}

/** Returns the next slice or the rest of it; -1 once the minute is used up. */
async function fetchShare(throttle: Throttle, key: string, slice: number): Promise<Share> {
  const { count, until } = await throttle.consume(key, slice)
  const beyond = Math.max(0, count - throttle.points)
  return { left: beyond < slice ? slice - beyond : -1, until: until.getTime() }
}

function forgetEnded(shares: Map<string, Share>): void {
  for (const [key, { until }] of shares) if (until <= Date.now()) shares.delete(key)
}
