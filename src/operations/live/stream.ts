/** Maximum number of events queued for one follower. */
export const MOST_WAITING = 100

/** A queue of events for one follower, in order, until it ends. */
export type Stream<Event> = AsyncIterableIterator<Event, undefined> & {
  push: (event: Event) => void
  /** Ends at once and drops queued events. */
  end: () => void
  isOver: () => boolean
  over: Promise<void>
}

/**
 * Creates a stream. If its follower falls too far behind, the queue is replaced by what `whenBehind` makes of
 * the newest event.
 */
export function makeStream<Event>(whenBehind: (newest: Event) => Event): Stream<Event> {
  const waiting: Event[] = []
  let handOver: ((result: IteratorResult<Event, undefined>) => void) | undefined
  let isOver = false
  let tellOver = () => {}
  const over = new Promise<void>((resolve) => {
    tellOver = resolve
  })

  const end = () => {
    if (isOver) return
    isOver = true
    waiting.length = 0
    handOver?.({ value: undefined, done: true })
    tellOver()
  }

  const push = (event: Event) => {
    if (isOver) return
    if (handOver) {
      const give = handOver
      handOver = undefined
      give({ value: event, done: false })
    } else if (waiting.length < MOST_WAITING) waiting.push(event)
    else waiting.splice(0, waiting.length, whenBehind(event))
  }

  const next = () =>
    new Promise<IteratorResult<Event, undefined>>((resolve) => {
      const [event] = waiting.splice(0, 1)
      if (event !== undefined) resolve({ value: event, done: false })
      else if (isOver) resolve({ value: undefined, done: true })
      else handOver = resolve
    })

  return {
    next,
    push,
    end,
    isOver: () => isOver,
    over,
    return: async () => {
      end()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
