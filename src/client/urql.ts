import { type Client, createClient, fetchExchange, mapExchange, ssrExchange } from '@urql/core'
import { byHash } from './byHash.ts'
import { makeCache } from './cache.ts'
import { preloaded } from './preload.ts'
import { endSession } from './session.ts'
import { fetchAndLearn } from './sessionClock.ts'

let tab: Client | undefined

/** One client per tab in the browser, because islands are separate roots and share one cache; one per island on the server. */
export function urqlClient(): Client {
  if (import.meta.env.SSR) return make(true)
  tab ??= make(false)
  return tab
}

function make(isServer: boolean): Client {
  const ssr = ssrExchange({ isClient: !isServer, initialState: preloaded() })
  return createClient({
    url: '/graphql',
    fetch: fetchAndLearn,
    preferGetMethod: false,
    suspense: false,
    exchanges: isServer ? [ssr] : [noticeSessionEnd, makeCache(), ssr, byHash, fetchExchange],
  })
}

const noticeSessionEnd = mapExchange({
  onError(error) {
    if (error.graphQLErrors.some(({ extensions }) => extensions.code === 'unauthenticated')) endSession()
  },
})
