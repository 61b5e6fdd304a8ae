import type { SSRData } from '@urql/core'

// On the server each request has a store of its own, which the middleware registers under this key; in the browser
// the page's one inert script holds what the server put there.
const key = Symbol.for('caseload.preload')
type Registry = Record<symbol, (() => SSRData | undefined) | undefined>

/** Tells the islands of this process where the current request keeps its results; `read` throws while it is still reading. */
export const registerPreload = (read: () => SSRData | undefined): void => {
  ;(globalThis as unknown as Registry)[key] = read
}

/** Id of the script element that carries the results to the browser. */
export const PRELOAD_ID = 'preload'

let parsed: SSRData | undefined

function readPage(): SSRData {
  const results = JSON.parse(document.getElementById(PRELOAD_ID)?.textContent || '{}') as object
  // urql takes each as text.
  return Object.fromEntries(
    Object.entries(results).map(([key, data]) => [key, { data: JSON.stringify(data) }]),
  )
}

/** Results of the queries that this page ran before it was sent. */
export function preloaded(): SSRData {
  if (import.meta.env.SSR) return (globalThis as unknown as Registry)[key]?.() ?? {}
  parsed ??= readPage()
  return parsed
}
