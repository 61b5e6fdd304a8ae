import { useSyncExternalStore } from 'react'

// The search field is a separate island. The list gets its text at once, the URL after a pause.
let typed: string | null = null
const listeners = new Set<() => void>()

/** Sets the text of the search field; `null` once the URL has it. */
export function setTypedSearch(text: string | null): void {
  typed = text
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The typed text that has not been searched for yet. */
export const useTypedSearch = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => typed,
    () => null,
  )
