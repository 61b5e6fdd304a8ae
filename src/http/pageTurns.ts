import type { ServerResponse } from 'node:http'
import { setImmediate as nextRound } from 'node:timers/promises'
import pLimit from 'p-limit'

/** A page that has read for so long waits for something that the next one need not wait for. */
const LONGEST_MS = 50

/** A page's turn to read what it shows. */
export type Turn = {
  /** Resolves when the page may read something more, or be drawn. */
  step: () => Promise<void>
  /** The next page may begin. */
  end: () => void
}

/**
 * Renders pages one at a time, in the order of their requests, and in steps that let new requests be read. The top of a
 * page is sent before its turn, so it does not wait for other pages. If all pages were rendered at once, each would
 * finish as late as the last.
 */
export function makePageTurns(): (res: ServerResponse) => Turn {
  const limit = pLimit(1)
  return (res) => {
    const over = Promise.withResolvers<void>()
    res.once('close', over.resolve)
    const begin = () =>
      new Promise<void>((begun) => {
        void limit(async () => {
          begun()
          const late = setTimeout(over.resolve, LONGEST_MS)
          await over.promise
          clearTimeout(late)
        })
      })
    let last: Promise<void> | undefined
    return {
      step: () => {
        last = (last ?? begin()).then(() => nextRound())
        return last
      },
      end: () => over.resolve(),
    }
  }
}
