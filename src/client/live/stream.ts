import { type Change, missed } from './change.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** As text, because the server knows the documents of screens only. */
const subscription = 'subscription Changes { changes { action resourceType resourceId patientId } }'

/** Where changes are told. */
export const streamAddress = `/graphql?query=${encodeURIComponent(subscription)}`

type Given = {
  hear: (change: Change) => void
  /** The server answers, and does not let this browser follow. */
  onRefused: () => void
  /** Whether something may have been told before that nobody heard. */
  isLate: boolean
}

/** Follows the changes until it is told to stop; whatever ends the stream, it is opened again, ever more rarely. */
export function openStream({ hear, onRefused, isLate }: Given): () => void {
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
    // Not all browsers at once, when the server comes back.
    timer = setTimeout(open, wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
