import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations'
import { formatDocument, stringifyDocument } from '@urql/core'
import { parse } from 'graphql'

/** Texts of documents by their hash. */
export type Persisted = ReadonlyMap<string, string>

/** The documents of the build's manifest as the client's cache asks them: with `__typename` everywhere. */
export const readManifest = (manifest: Readonly<Record<string, string>>): Persisted =>
  new Map(
    Object.entries(manifest).map(([hash, text]) => [hash, stringifyDocument(formatDocument(parse(text)))]),
  )

/**
 * Accepts the hash of a persisted document in the place of its text, or a hash for which `textOf` finds a text; other documents come as
 * text.
 */
export const acceptHashes = <Context extends object>(
  persisted: Persisted,
  textOf: (hash: string, context: Context) => Promise<string | null>,
) =>
  usePersistedOperations<Context>({
    allowArbitraryOperations: true,
    getPersistedOperation: (hash, _request, context) => persisted.get(hash) ?? textOf(hash, context),
    customErrors: {
      // Clients look for this message and then send the text.
      notFound: {
        message: 'PersistedQueryNotFound',
        extensions: { code: 'not_found', http: { status: 404 } },
      },
      // The error that Yoga has for a request without a query.
      keyNotFound: {
        message: 'Must provide query string.',
        extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
      },
    },
  })
