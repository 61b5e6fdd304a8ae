import type { Health } from './health.ts'
import { followSession, sessionEnd } from './sessionClock.ts'

/**
 * `warned`: the end is near. `hidden`: it has probably ended, so the page is hidden while the server is
 * asked. `over`: it has ended. `lost`: it must have ended, but the server does not respond.
 */
export type Idleness = 'calm' | 'warned' | 'hidden' | 'over' | 'lost'

const warned = new Set<() => void>()

/** Calls `listener` when the end is near, in time to save drafts. */
export function onWarning(listener: () => void): () => void {
  warned.add(listener)
  return () => void warned.delete(listener)
}

type Ports = {
  /** How long before the end the user is warned, in milliseconds. */
  notice: number
  /** Asks the server without extending the session. The response updates the end. */
  ask: () => Promise<Health>
  tell: (idleness: Idleness) => void
  /** Whether another tab has found the session ended. */
  isOver: boolean
}

/** The maximum delay of a browser timer, in milliseconds. */
const LONGEST_TIMER = 2_000_000_000

/** How soon to ask again if the two clocks differ slightly. */
const MOMENT = 100

/**
 * Follows the session's end. It asks the server before a warning, because another request may have extended
 * the session, and again when the time is up.
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
  const unfollow = followSession((event) => (event === 'over' ? onOver() : onReturn()))
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
