import type { SSRData } from '@urql/core'

// On the server each request has its own store, which the middleware registers under this key. In the
// browser, an inert script element holds the server's data.
const key = Symbol.for('caseload.preload')
const registry = globalThis as typeof globalThis & Record<symbol, (() => SSRData | undefined) | undefined>

/**
 * Registers how islands in this process find the current request's results; `read` throws while queries are
 * running.
 */
export const registerPreload = (read: () => SSRData | undefined): void => {
  registry[key] = read
}

/** The ID of the script element with the results. */
export const PRELOAD_ID = 'preload'

let parsed: SSRData | undefined

function readPage(): SSRData {
  const results = JSON.parse(document.getElementById(PRELOAD_ID)?.textContent || '{}') as object
  // urql expects each result as text.
  return Object.fromEntries(
    Object.entries(results).map(([key, data]) => [key, { data: JSON.stringify(data) }]),
  )
}

/** The results of the queries that the server ran for this page. */
export function preloaded(): SSRData {
  if (import.meta.env.SSR) return registry[key]?.() ?? {}
  parsed ??= readPage()
  return parsed
}
