import { useCallback, useSyncExternalStore } from 'react'

// Search, filter, sort and page are in the URL (QUALITY U5), so that reload, Back and a shared link keep
// them. Islands are separate roots and share the URL through this module.
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('popstate', notifyListeners)
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size === 0) window.removeEventListener('popstate', notifyListeners)
  }
}

/** Parameters to set; `null` removes one. */
export type AddressChange = Record<string, string | null>

export function withChange(query: string, change: AddressChange): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') params.delete(name)
    else params.set(name, value)
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Changes the URL without loading a page; `replace` adds no history entry. */
export function changeAddress(change: AddressChange, { replace = false } = {}): void {
  const next = `${location.pathname}${withChange(location.search, change)}`
  if (replace) history.replaceState(null, '', next)
  else history.pushState(null, '', next)
  notifyListeners()
}

/** The URL's query; `initial` is what the server saw. */
export function useAddressQuery(initial: string): URLSearchParams {
  const read = useCallback(() => location.search, [])
  const query = useSyncExternalStore(subscribe, read, () => initial)
  return new URLSearchParams(query)
}
