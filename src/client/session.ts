import { useSyncExternalStore } from 'react'
import { toast } from './toast.ts'

// The session can end while a page is open: by time-out, by an administrator, or in another tab.
let hasEnded = false
const listeners = new Set<() => void>()

/** Called once per page. The screens then ask the user to sign in instead of showing outdated data. */
export function endSession(): void {
  if (!hasEnded) toast.failure('Unauthorized', 'You are not logged in')
  leaveSession()
}

/** The same without a message, when the session is ended on purpose and the page is about to go. */
export function leaveSession(): void {
  if (hasEnded) return
  hasEnded = true
  for (const tell of listeners) tell()
}

/** Calls back when the session ends. Returns the unsubscribe function. */
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
