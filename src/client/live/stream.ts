import { type Change, missed } from './change.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Sent as text, because the server's persisted queries contain only those of screens. */
const subscription = 'subscription Changes { changes { action resourceType resourceId patientId } }'

/** The URL of the change stream. */
export const streamAddress = `/graphql?query=${encodeURIComponent(subscription)}`

type StreamOptions = {
  hear: (change: Change) => void
  /** Whether the session is over; asked before each connection but a page's first. */
  isOver: () => Promise<boolean>
  /** Whether earlier changes may have been missed. */
  isLate: boolean
}

/** Follows the changes until stopped. Reconnects after any end, at growing intervals. */
export function openStream({ hear, isOver, isLate }: StreamOptions): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout>
  let wait = FIRST_WAIT_MS
  let hasGap = isLate
  let openedAt = Infinity
  let isAsking = false
  let isStopped = false

  function open(): void {
    source = new EventSource(streamAddress)
    source.onopen = () => {
      openedAt = performance.now()
      if (hasGap) hear(missed)
      hasGap = true
    }
    source.addEventListener('next', ({ data }) => {
      const { changes } = (JSON.parse(data) as { data?: { changes?: Change } }).data ?? {}
      if (changes) hear(changes)
    })
    source.addEventListener('complete', reopenLater)
    source.onerror = reopenLater
  }

  function reopenLater(): void {
    source?.close()
    if (performance.now() - openedAt > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS
    openedAt = Infinity
    // Random delay, so that browsers do not all reconnect at once after a restart.
    timer = setTimeout(reopen, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  async function reopen(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const over = await isOver()
    isAsking = false
    if (isStopped) return
    if (over) reopenLater()
    else open()
  }

  /** The network is back, so there is no reason to wait any longer. */
  function onOnline(): void {
    if (source?.readyState === EventSource.OPEN) return
    clearTimeout(timer)
    source?.close()
    wait = FIRST_WAIT_MS
    void reopen()
  }

  if (isLate) void reopen()
  else open()
  window.addEventListener('online', onOnline)
  return () => {
    isStopped = true
    window.removeEventListener('online', onOnline)
    clearTimeout(timer)
    source?.close()
  }
}
