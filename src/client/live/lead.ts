/** Among the browser's visible tabs, one holds this lock and acts for all. */
const NAME = 'caseload-live'

/** Runs `act` in one visible tab at a time; `isLate` is true in a tab that takes over. */
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
    // Locks need a secure page. Without them, each tab acts on its own.
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
      // Aborting the wait for the lock rejects, which is intended.
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
