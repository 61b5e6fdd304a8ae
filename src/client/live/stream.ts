import { type Change, missed } from './change.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** Sent as text, because the server's persisted queries contain only those of screens. */
const subscription = 'subscription Changes { changes { action resourceType resourceId patientId } }'

/** The URL of the change stream. */
export const streamAddress = `/graphql?query=${encodeURIComponent(subscription)}`

type StreamOptions = {
  hear: (change: Change) => void
  /** The server responds but refuses the stream. */
  onRefused: () => void
  /** Whether earlier changes may have been missed. */
  isLate: boolean
}

/** Follows the changes until stopped. Reconnects after any end, at growing intervals. */
export function openStream({ hear, onRefused, isLate }: StreamOptions): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout>
  let wait = FIRST_WAIT_MS
  let hasGap = isLate
  let openedAt = Infinity

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
    source.addEventListener('complete', again)
    source.onerror = again
  }

  function again(): void {
    if (source.readyState === EventSource.CLOSED) onRefused()
    source.close()
    if (performance.now() - openedAt > LONGEST_WAIT_MS) wait = FIRST_WAIT_MS
    openedAt = Infinity
    // Random delay, so that browsers do not all reconnect at once after a restart.
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  /** The network is back, so there is no reason to wait any longer. */
  function reopen(): void {
    if (source.readyState === EventSource.OPEN) return
    clearTimeout(timer)
    source.close()
    wait = FIRST_WAIT_MS
    open()
  }

  open()
  window.addEventListener('online', reopen)
  return () => {
    window.removeEventListener('online', reopen)
    clearTimeout(timer)
    source.close()
  }
}
