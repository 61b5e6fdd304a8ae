import { type DocumentNode, type GraphQLError, specifiedRules, validate } from 'graphql'
import { parseWithin } from './limits.ts'
import type { Persisted } from './persisted.ts'
import { schema } from './schema.ts'

/** Bytes that the kept documents of callers may hold, by estimate, and how many there may be. */
export const CACHE = { bytes: 4_000_000, documents: 200 } as const

/** What a token and its node hold, measured generously, beside the characters of the text. */
const BYTES_PER_TOKEN = 400
/** Each error may repeat a name of the document, so that the answer would grow with the square of it. */
const ERRORS_MAX = 10

export type DocumentCache = {
  /** Whether a text is one of the screens' own. */
  isPersisted: (text: string) => boolean
  /** Parses a text, or returns the document that was kept; throws for one that is no GraphQL or too long. */
  parse: (text: string) => DocumentNode
  /** Keeps a valid document until others take its place. */
  keep: (document: DocumentNode) => void
  /** How much the callers' documents take at present. */
  size: () => { documents: number; bytes: number }
}

/** Persisted documents are parsed once and stay. Others stay within a bound of bytes, the least recently used leaving first. */
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

/** What GraphQL's own rules have against a document; one that is valid is looked at only once. */
export function problemsIn(document: DocumentNode): readonly GraphQLError[] {
  if (valid.has(document)) return []
  // Suggestions ("Did you mean …?") would show visitors parts of the schema.
  const problems = validate(schema, document, specifiedRules, {
    hideSuggestions: true,
    maxErrors: ERRORS_MAX,
  })
  if (problems.length === 0) valid.add(document)
  return problems.slice(0, ERRORS_MAX)
}
