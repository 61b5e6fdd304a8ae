import { type DocumentNode, type GraphQLError, specifiedRules, validate } from 'graphql'
import { parseWithin } from './limits.ts'
import type { Persisted } from './persisted.ts'
import { schema } from './schema.ts'

/** The limits on cached documents of callers: their estimated bytes and their number. */
export const CACHE = { bytes: 4_000_000, documents: 200 } as const

/** A high estimate of the bytes that a token and its node take, in addition to the characters of the text. */
const BYTES_PER_TOKEN = 400
/** Each error may repeat a name in the document, so the response could grow with the square of its size. */
const ERRORS_MAX = 10

export type DocumentCache = {
  /** Whether the text is a document of the app itself. */
  isPersisted: (text: string) => boolean
  /** Parses a text or returns the cached document. Throws if it is not valid GraphQL or too long. */
  parse: (text: string) => DocumentNode
  /** Caches a valid document until others replace it. */
  keep: (document: DocumentNode) => void
  /** The current size of the callers' documents. */
  size: () => { documents: number; bytes: number }
}

/**
 * Persisted documents are parsed once and stay. Others stay within a memory limit; the least recently used go first.
 */
export function makeDocumentCache(persisted: Persisted): DocumentCache {
  const own = new Set(persisted.values())
  const ownDocuments = new Map<string, DocumentNode>()
  const kept = new Map<string, { document: DocumentNode; bytes: number }>()
  let bytes = 0
  const drop = (text: string) => {
    bytes -= kept.get(text)?.bytes ?? 0
    kept.delete(text)
  }
  return {
    isPersisted: (text) => own.has(text),
    parse: (text) => {
      const known = ownDocuments.get(text)
      if (known) return known
      const recent = kept.get(text)
      if (recent) {
        kept.delete(text)
        kept.set(text, recent)
        return recent.document
      }
      const document = parseWithin(text)
      if (own.has(text)) ownDocuments.set(text, document)
      return document
    },
    keep: (document) => {
      const text = document.loc?.source.body ?? ''
      if (own.has(text) || kept.has(text)) return
      const size = 2 * text.length + BYTES_PER_TOKEN * (document.tokenCount ?? 0)
      kept.set(text, { document, bytes: size })
      bytes += size
      for (const oldest of kept.keys()) {
        if (bytes <= CACHE.bytes && kept.size <= CACHE.documents) break
        drop(oldest)
      }
    },
    size: () => ({ documents: kept.size, bytes }),
  }
}

const valid = new WeakSet<DocumentNode>()

/** The errors of GraphQL's own validation. A valid document is validated only once. */
export function problemsIn(document: DocumentNode): readonly GraphQLError[] {
  if (valid.has(document)) return []
  // Suggestions ("Did you mean …?") would reveal parts of the schema to anonymous callers.
  const problems = validate(schema, document, specifiedRules, {
    hideSuggestions: true,
    maxErrors: ERRORS_MAX,
  })
  if (problems.length === 0) valid.add(document)
  return problems.slice(0, ERRORS_MAX)
}
