/** Of the browser's tabs that somebody can see, one holds this lock and does something for all of them. */
const NAME = 'caseload-live'

/** Does `act` in one visible tab at a time; `isLate` in a tab that takes over from another. */
export function leadWhileVisible(act: (isLate: boolean) => () => void): () => void {
  let leaving: AbortController | undefined

  function hold(isLate: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    const stop = act(isLate)
    return new Promise((done) =>
      signal.addEventListener('abort', () => {
        stop()
        done()
      }),
    )
  }

  async function lead(signal: AbortSignal): Promise<void> {
    // Locks are for secure pages only; without them each tab is on its own.
    const { locks } = navigator
    if (!locks) return hold(false, signal)
    const isFirst = await locks.request(NAME, { ifAvailable: true }, (lock) =>
      lock ? hold(false, signal).then(() => true) : false,
    )
    if (!isFirst && !signal.aborted) await locks.request(NAME, { signal }, () => hold(true, signal))
  }

  function look(): void {
    if (document.visibilityState === 'hidden') {
      leaving?.abort()
      leaving = undefined
    } else if (!leaving) {
      leaving = new AbortController()
      // What is aborted while waiting for the lock rejects, and is what was meant.
      lead(leaving.signal).catch(() => {})
    }
  }

  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leaving?.abort()
  }
}
