import { useSyncExternalStore } from 'react'

// The search field is an island of its own; what is typed there reaches the list at once, and the address after a rest.
let typed: string | null = null
const listeners = new Set<() => void>()

/** Says what stands in the search field; `null` once the address says the same. */
export function setTypedSearch(text: string | null): void {
  typed = text
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** What is being typed into the search field and not searched for yet. */
export const useTypedSearch = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => typed,
    () => null,
  )
