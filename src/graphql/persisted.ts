import { createHash } from 'node:crypto'
import { formatDocument, stringifyDocument } from '@urql/core'
import { type DocumentNode, GraphQLError, Kind } from 'graphql'

/** Document texts by their SHA-256. */
export type Persisted = ReadonlyMap<string, string>

/** The operations among them, as the client's cache sends them: with `__typename` everywhere. */
export function persist(documents: readonly unknown[]): Persisted {
  const texts = documents
    .filter((one) => isOperation(one))
    .map((document) => stringifyDocument(formatDocument(document)))
  return new Map(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]))
}

const isOperation = (value: unknown): value is DocumentNode =>
  (Object(value) as Partial<DocumentNode>).definitions?.some(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) ?? false

type Params = { query?: unknown; extensions?: Record<string, unknown> | null }

/** The text for a hash in a request. Throws for the hash of another build. */
export function persistedText({ query, extensions }: Params, persisted: Persisted): string | null {
  const { sha256Hash } = Object(extensions?.persistedQuery) as { sha256Hash?: unknown }
  if (query != null || typeof sha256Hash !== 'string') return null
  const text = persisted.get(sha256Hash)
  if (text !== undefined) return text
  // Clients of persisted queries expect this message.
  throw new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: 'not_found', http: { status: 404 } },
  })
}
