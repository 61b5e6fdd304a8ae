import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql'
import { Failure } from '#domain/errors.ts'
import { analyze } from './analysis.ts'

/** The limits on one request, checked before any SQL except for the caller's own (QUALITY S42). */
export const limits = {
  tokens: 1000,
  characters: 100_000,
  depth: 10,
  aliases: 15,
  directives: 20,
  repeats: 50,
  selections: 1000,
  cost: 7500,
} as const

/** Throws `invalid` for a document that is too long to parse. */
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

/** The error of a document that asks for too much. */
export const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'invalid' } })

/**
 * Throws `invalid` for a document that repeats or expands more than the app ever needs. It runs before GraphQL's own
 * validation, which follows every spread and compares every pair of equal fields.
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
