import { createComplexityRule } from '@pothos/plugin-complexity'
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, validate } from 'graphql'
import { Failure } from '#domain/errors.ts'
import { analyze } from './analysis.ts'
import { schema } from './schema.ts'

/** What one request may ask of the server; checked before any SQL but the caller's own runs (QUALITY S42). */
export const limits = {
  tokens: 1000,
  characters: 100_000,
  depth: 10,
  aliases: 15,
  directives: 20,
  repeats: 50,
  selections: 1000,
  cost: 6500,
} as const

/** Throws `invalid` for a document that is too long to be read, before it is parsed. */
export function parseWithin(source: string | Source, options?: ParseOptions): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  if (text.length > limits.characters) throw tooMuch(`Use at most ${limits.characters} characters`)
  try {
    return parse(source, { ...options, maxTokens: limits.tokens })
  } catch (error) {
    throw / tokens\. Parsing aborted/.test(String(error))
      ? tooMuch(`Use at most ${limits.tokens} tokens`)
      : error
  }
}

const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'invalid' } })

/**
 * Throws `invalid` for a document that repeats or expands more than our screens ever need. It runs before GraphQL's
 * own rules, which follow every spread and compare every pair of equal fields.
 */
export function refuseTooLarge(document: DocumentNode): void {
  const { aliases, directives, repeats, selections } = analyze(document)
  if (selections === Number.POSITIVE_INFINITY) throw new Failure('invalid', 'A fragment cannot spread itself')
  if (aliases > limits.aliases) throw new Failure('invalid', `Use at most ${limits.aliases} aliases`)
  if (directives > limits.directives)
    throw new Failure('invalid', `Use at most ${limits.directives} directives`)
  if (repeats > limits.repeats)
    throw new Failure('invalid', `Repeat at most ${limits.repeats} fields within their selections`)
  if (selections > limits.selections)
    throw new Failure(
      'invalid',
      `Use at most ${limits.selections} selections, counting a fragment each time it is spread`,
    )
}

/**
 * What keeps a valid document from being run with these variables: it is too deep or too wide, or the variables do
 * not fit it.
 */
export function costError(
  document: DocumentNode,
  variableValues: Record<string, unknown>,
  operationName?: string | undefined,
): GraphQLError | undefined {
  const rule = createComplexityRule({
    variableValues,
    context: {},
    ...(operationName !== undefined && { operationName }),
    validate: ({ depth, complexity }, report) => {
      if (depth > limits.depth) report(tooMuch(`Nest at most ${limits.depth} levels`))
      if (complexity > limits.cost) report(tooMuch('Ask for less at once: fewer fields or a smaller page'))
    },
  })
  try {
    return validate(schema, document, [rule])[0]
  } catch (error) {
    // An argument that is null by its variable is found only when its value is read.
    if (error instanceof GraphQLError) return error
    throw error
  }
}
