import { persistedExchange } from '@urql/exchange-persisted'

type WithHash = { __meta__?: { hash: string } }

/**
 * Sends the hash that the build put into a document instead of its text. After a deploy, an open tab can be
 * older than the server. If the server does not know the hash, the exchange retries with the text.
 */
export const persistedDocuments = persistedExchange({
  enableForMutation: true,
  // In a URL, the variables (names, searches) would reach logs and the browser's history.
  preferGetForPersistedQueries: false,
  generateHash: async (_text, document) => (document as WithHash).__meta__?.hash ?? '',
})
