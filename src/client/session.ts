import { useSyncExternalStore } from 'react'
import { toast } from './toast.ts'

// The session can end under an open page: by time, by an administrator, in another tab.
let hasEnded = false
const listeners = new Set<() => void>()

/** Said once per page; the screens then ask to log in instead of showing what may be stale. */
export function endSession(): void {
  if (!hasEnded) toast.failure('Unauthorized', 'You are not logged in')
  leaveSession()
}

/** The same without a word, where somebody ends it on purpose and the page is about to go. */
export function leaveSession(): void {
  if (hasEnded) return
  hasEnded = true
  for (const tell of listeners) tell()
}

/** Calls back when the session ends, until told not to any more. */
export const whenSessionEnds = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Whether the session has ended since the page was opened. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    whenSessionEnds,
    () => hasEnded,
    () => false,
  )
