import { type Exchange, makeOperation, mapExchange, stringifyDocument } from '@urql/core'

/**
 * Sends the SHA-256 of a query instead of its text, because the server knows the queries of its build. After
 * a deploy, an open tab can be older than the server. If the server does not know the hash, it retries with
 * the text.
 */
export const persistedQueries: Exchange = mapExchange({
  async onOperation(operation) {
    const query = stringifyDocument(operation.query)
    const sha256Hash = await hexOfSha256(query)
    const send = operation.context.fetch ?? fetch
    const persisted = { ...operation, extensions: { persistedQuery: { version: 1 as const, sha256Hash } } }
    return makeOperation(operation.kind, persisted, {
      ...operation.context,
      fetch: async (address, init) => {
        const answer = await send(address, init)
        if (answer.status !== 404) return answer
        const { extensions: _hash, ...body } = JSON.parse(String(init?.body))
        return send(address, { ...init, body: JSON.stringify({ ...body, query }) })
      },
    })
  },
})

async function hexOfSha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
