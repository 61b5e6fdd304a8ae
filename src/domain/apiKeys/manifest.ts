/** The files from which the documents of a key can be read. */
export const MANIFEST_TYPES = ['.json', '.graphql', '.gql'] as const

/**
 * The GraphQL documents in a file, each once: a JSON object with texts by hash (GraphQL Code Generator, Relay), a list of operations
 * with their `body` (Apollo), or the text of one document. `null` if the file is JSON of another kind.
 */
export function documentsInFile(content: string): string[] | null {
  const text = content.trim()
  if (!/^\{\s*["}]/.test(text)) return text === '' ? null : [content]
  const texts = textsIn(parsed(text))
  return texts && texts.length > 0 && texts.every((one) => typeof one === 'string')
    ? [...new Set(texts as string[])]
    : null
}

function textsIn(manifest: unknown): unknown[] | null {
  if (typeof manifest !== 'object' || manifest === null) return null
  if (!('operations' in manifest)) return Object.values(manifest)
  const { operations } = manifest
  return Array.isArray(operations) ? operations.map((one) => Object(one).body) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a document is called in a list: the names of its operations. */
export const nameOfDocument = (text: string): string =>
  [...text.matchAll(/\b(?:query|mutation|subscription)\s+(\w+)/g)].map(([, name]) => name).join(', ') ||
  'Without a name'
