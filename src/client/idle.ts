import { followSession, learnSessionEnd, sessionEnd } from './sessionClock.ts'

/**
 * `warned`: the end is near. `hidden`: it should be over, so nothing of a patient may be seen while the server is
 * asked. `over`: it is. `lost`: it must be, and the server does not answer.
 */
export type Idleness = 'calm' | 'warned' | 'hidden' | 'over' | 'lost'

/** What the server says of the session; `unknown` when it could not be reached. */
export type Health = 'alive' | 'over' | 'unknown'

const warned = new Set<() => void>()

/** Hears that the end is near, in time to keep what was typed. */
export function onWarning(listener: () => void): () => void {
  warned.add(listener)
  return () => void warned.delete(listener)
}

type Ports = {
  /** How long before the end somebody is told, in milliseconds. */
  notice: number
  /** Asks the server without keeping the session alive; the answer's end is learnt on the way. */
  ask: () => Promise<Health>
  tell: (idleness: Idleness) => void
  /** Another tab has found it over already. */
  isOver: boolean
}

/** How long before the milliseconds of a timer run over. */
const LONGEST_TIMER = 2_000_000_000

/** What the server told of the session when it made this page; it is as old now as the page is. */
export function learnFromPage({
  now,
  endsAt,
  isFinal,
}: {
  now: string
  endsAt: string
  isFinal: boolean
}): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const age = performance.now() - (page?.responseStart ?? 0)
  learnSessionEnd(Date.parse(endsAt) - Date.parse(now) - age, isFinal)
}

/** How soon the server is asked again where its clock and ours differ by a moment. */
const MOMENT = 100

/**
 * Follows the session's end. The server has the last word: it is asked before anybody is warned, because a request
 * that told nothing may have moved the end, and once more when the time is up.
 */
export function watchIdleness({ notice, ask, tell, isOver }: Ports): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idleness: Idleness = 'calm'
  let isAsking = false

  const left = () => (sessionEnd()?.at ?? Number.POSITIVE_INFINITY) - Date.now()

  function become(next: Idleness): void {
    if (idleness === next) return
    idleness = next
    if (next === 'warned') for (const listener of warned) listener()
    tell(next)
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(look, Math.min(Math.max(milliseconds, MOMENT), LONGEST_TIMER))
  }

  async function look(): Promise<void> {
    if (isAsking || idleness === 'over') return
    if (left() > notice) become('calm')
    else if (left() <= 0 || idleness !== 'warned') return askServer()
    lookIn(idleness === 'calm' ? left() - notice : left())
  }

  async function askServer(): Promise<void> {
    if (left() <= 0) become('hidden')
    isAsking = true
    const health = await ask()
    isAsking = false
    if (health === 'over') return become('over')
    if (health === 'unknown' && left() <= 0) become('lost')
    else if (left() > 0) become(left() > notice ? 'calm' : 'warned')
    lookIn(idleness === 'calm' ? left() - notice : left())
  }

  const onReturn = () => void look()
  function onOver(): void {
    become('hidden')
    if (!isAsking) void askServer()
  }
  const unfollow = followSession((said) => (said === 'over' ? onOver() : onReturn()))
  document.addEventListener('visibilitychange', onReturn)
  window.addEventListener('pageshow', onReturn)
  if (isOver) onOver()
  else void look()
  return () => {
    clearTimeout(timer)
    unfollow()
    document.removeEventListener('visibilitychange', onReturn)
    window.removeEventListener('pageshow', onReturn)
  }
}
