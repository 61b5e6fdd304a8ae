import { whenSessionEnds } from '../session.ts'
import type { ShownQueries } from '../shown.ts'
import { CHANNEL, type Change, isTouched, missed } from './change.ts'
import { leadWhileVisible } from './lead.ts'
import { openStream } from './stream.ts'

/** Changes that come together are one change; after reading again nothing is read for so long. */
const TOGETHER_MS = 50
const REST_MS = 1_000

/** Reads again what the changes touch of what is shown: soon, and all that come meanwhile at once. */
export function makeListener(shown: Pick<ShownQueries, 'readAgain'>) {
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

const ofAlerts: Change = { ...missed, action: 'updated', resourceType: 'alert' }

/** Calls back when somebody returns to the window, however the browser says so, and once. */
export function watchReturns(onReturn: () => void): () => void {
  let returnedAt = -Infinity
  const look = () => {
    if (document.visibilityState === 'hidden' || performance.now() - returnedAt < REST_MS) return
    returnedAt = performance.now()
    onReturn()
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Keeps what the page shows as it is now, until the session ends. */
export function startLive(shown: ShownQueries): void {
  const channel = new BroadcastChannel(CHANNEL)
  const listener = makeListener(shown)
  const hear = (change: Change) => {
    // Whoever comes back to a page reads all of it again anyway.
    if (document.visibilityState !== 'hidden') listener.hear(change)
  }
  channel.onmessage = ({ data }: MessageEvent<Change>) => hear(data)
  const stopLeading = leadWhileVisible((isLate) =>
    openStream({
      isLate,
      hear: (change) => {
        channel.postMessage(change)
        hear(change)
      },
      // It is not said why; if nobody is signed in any more, the numbers of the frame are refused as well.
      onRefused: () => void shown.readAgain((operation) => isTouched(operation, ofAlerts)),
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
