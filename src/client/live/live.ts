import type { ActiveQueries } from '../activeQueries.ts'
import { tellIfOver } from '../health.ts'
import { whenSessionEnds } from '../session.ts'
import { CHANNEL, type Change, isTouched } from './change.ts'
import { leadWhileVisible } from './lead.ts'
import { openStream } from './stream.ts'

/** Changes within this time are handled together, and this is the minimum pause between reloads. */
const TOGETHER_MS = 50
const REST_MS = 1_000

/**
 * Reloads the visible queries that the changes affect: soon, and all changes that arrive in the meantime at
 * once.
 */
export function makeListener(shown: Pick<ActiveQueries, 'readAgain'>) {
  let waiting: Change[] = []
  let heardAt = 0
  let restsUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function readAgain(): void {
    const changes = waiting
    waiting = []
    timer = undefined
    restsUntil = performance.now() + REST_MS
    const isDone = shown.readAgain((operation) => changes.some((one) => isTouched(operation, one)), heardAt)
    if (!isDone) hearAll(changes)
  }

  function hearAll(changes: readonly Change[]): void {
    waiting.push(...changes)
    timer ??= setTimeout(readAgain, Math.max(TOGETHER_MS, restsUntil - performance.now()))
  }

  return {
    hear(change: Change): void {
      heardAt = performance.now()
      hearAll([change])
    },
    forget(): void {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

/** Calls back once when the user returns to the window, whichever event the browser sends. */
export function watchReturns(onReturn: () => void): () => void {
  let returnedAt = -Infinity
  const look = () => {
    if (document.visibilityState === 'hidden') {
      // However short, a change may be missed in this time, so the next return always counts.
      returnedAt = -Infinity
    } else if (performance.now() - returnedAt >= REST_MS) {
      returnedAt = performance.now()
      onReturn()
    }
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Keeps the visible data up to date until the session ends. */
export function startLive(shown: ActiveQueries): void {
  const channel = new BroadcastChannel(CHANNEL)
  const listener = makeListener(shown)
  const hear = (change: Change) => {
    // A hidden page reloads everything when the user returns.
    if (document.visibilityState !== 'hidden') listener.hear(change)
  }
  channel.onmessage = ({ data }: MessageEvent<Change>) => hear(data)
  const stopLeading = leadWhileVisible((isLate) =>
    openStream({
      isLate,
      // Imported with this file: a release, after which every stream opens again, may have replaced the code.
      isOver: tellIfOver,
      hear: (change) => {
        channel.postMessage(change)
        hear(change)
      },
    }),
  )
  const stopReturns = watchReturns(() => void shown.readAgain(() => true))
  whenSessionEnds(() => {
    stopLeading()
    stopReturns()
    listener.forget()
    channel.close()
  })
}
