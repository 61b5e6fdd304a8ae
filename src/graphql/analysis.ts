import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'

/** The size of a document, counted without expanding its fragments. */
export type Analysis = {
  aliases: number
  directives: number
  /** Fields whose response name already occurs in the same selection. */
  repeats: number
  /** Selections, counting each fragment at every spread. `Infinity` for a fragment that spreads itself. */
  selections: number
  /** Whether `__schema` or `__type` occurs anywhere. */
  isIntrospection: boolean
  /** The number of nodes visited, so that a test can show that the work is linear. */
  visited: number
}

/** The selections of one operation or fragment, without those of the fragments that it spreads. */
type Part = { selections: number; spreads: string[] }

const analyses = new WeakMap<DocumentNode, Analysis>()

/** Analyzes each document once, in time linear in its size. */
export function analyze(document: DocumentNode): Analysis {
  const known = analyses.get(document)
  if (known) return known
  const { parts, fragments, counts } = readParts(document)
  const analysis = { ...counts, selections: expandedSize(parts, fragments) }
  analyses.set(document, analysis)
  return analysis
}

type Counts = Omit<Analysis, 'selections'>

function readParts(document: DocumentNode) {
  const counts: Counts = { aliases: 0, directives: 0, repeats: 0, isIntrospection: false, visited: 0 }
  const parts: Part[] = []
  const fragments = new Map<string, Part>()
  for (const definition of document.definitions) {
    counts.visited += 1
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION)
      continue
    const part: Part = { selections: 0, spreads: [] }
    for (const { directives } of [definition, ...(definition.variableDefinitions ?? [])])
      counts.directives += directives?.length ?? 0
    readSelections(definition.selectionSet, part, counts)
    parts.push(part)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, part)
  }
  return { parts, fragments, counts }
}

/** Recursion is safe, because the parser's token limit bounds the nesting of selections. */
function readSelections(set: SelectionSetNode, part: Part, counts: Counts, names = new Set<string>()): void {
  for (const selection of set.selections) {
    counts.visited += 1
    counts.directives += selection.directives?.length ?? 0
    part.selections += 1
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      part.spreads.push(selection.name.value)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      readSelections(selection.selectionSet, part, counts, names)
    } else {
      const name = (selection.alias ?? selection.name).value
      if (selection.alias) counts.aliases += 1
      if (names.has(name)) counts.repeats += 1
      names.add(name)
      counts.isIntrospection ||= /^__(schema|type)$/.test(selection.name.value)
      if (selection.selectionSet) readSelections(selection.selectionSet, part, counts)
    }
  }
}

/**
 * Computes the size of each fragment once and multiplies, instead of expanding it. GraphQL's own validation starts at
 * all parts that no other part spreads, so those sizes are added. A cycle counts anywhere.
 */
function expandedSize(parts: Part[], fragments: Map<string, Part>): number {
  const sizes = new Map<Part, number>()
  const sizeOf = (part: Part): number => {
    const known = sizes.get(part)
    if (known !== undefined) return known
    sizes.set(part, Number.POSITIVE_INFINITY) // the result if the fragment is reached again, so spreads itself
    const size = part.spreads.reduce((sum, name) => {
      const spread = fragments.get(name)
      return spread ? sum + sizeOf(spread) : sum
    }, part.selections)
    sizes.set(part, size)
    return size
  }
  const spread = new Set(parts.flatMap(({ spreads }) => spreads.map((name) => fragments.get(name))))
  return parts.reduce((sum, part) => {
    const size = sizeOf(part)
    return spread.has(part) && size !== Number.POSITIVE_INFINITY ? sum : sum + size
  }, 0)
}
