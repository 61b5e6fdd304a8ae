import { type Client, createClient, type Exchange, fetchExchange, mapExchange, ssrExchange } from '@urql/core'
import { loadToastsOn } from '#ui/toastQueue.ts'
import { createActiveQueries } from './activeQueries.ts'
import { fetchAndShow } from './answers.ts'
import { watchTouches } from './background.ts'
import { makeCache } from './cache.ts'
import { answerForget, discardUnused } from './cacheEviction.ts'
import { persistedDocuments } from './persistedDocuments.ts'
import { preloaded } from './preload.ts'
import { endSession } from './session.ts'

let tab: Client | undefined

/** One client per tab in the browser, where all islands share a cache; one per island on the server. */
export function urqlClient(): Client {
  if (import.meta.env.SSR) return make([ssrExchange({ isClient: false, initialState: preloaded() })])
  tab ??= open()
  return tab
}

const make = (exchanges: Exchange[]): Client =>
  createClient({
    url: '/graphql',
    fetch: fetchAndShow,
    preferGetMethod: false,
    suspense: false,
    exchanges,
  })

function open(): Client {
  const ssr = ssrExchange({ isClient: true, initialState: preloaded() })
  const shown = createActiveQueries()
  const client = make([
    noticeSessionEnd,
    shown.onScreen,
    makeCache(),
    shown.onWire,
    answerForget,
    ssr,
    persistedDocuments,
    fetchExchange,
  ])
  discardUnused(shown, client)
  watchTouches(window)
  loadToastsOn(['pointermove', 'pointerdown', 'keydown'], window)
  // Loads live updates after the page is interactive, because no user waits for them. The page works without
  // them.
  const live = () => void import('./live/live.ts').then(({ startLive }) => startLive(shown)).catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(live, { timeout: 500 })
  else setTimeout(live)
  return client
}

const noticeSessionEnd = mapExchange({
  onError(error) {
    if (error.graphQLErrors.some(({ extensions }) => extensions.code === 'unauthenticated')) endSession()
  },
})
