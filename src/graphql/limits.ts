import { createComplexityRule } from '@pothos/plugin-complexity'
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, validate } from 'graphql'
import { Failure } from '#domain/errors.ts'
import { analyze } from './analysis.ts'
import { schema } from './schema.ts'

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

const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'invalid' } })

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

/** How many shapes of its variables are remembered for a document. */
const SHAPES_MAX = 50

/** What a request costs, with the limits. */
export type Cost = { cost: number; costLimit: number; depth: number; depthLimit: number }
type Weighed = { error: GraphQLError | undefined; cost: Cost | undefined }

const known = new WeakMap<DocumentNode, Map<string, Weighed>>()

type Variables = Record<string, unknown>

/**
 * The error if a valid document must not run with these variables: it is too deep or too expensive, or the variables
 * are invalid. Computed once for each document and shape of its variables.
 */
export function costError(
  document: DocumentNode,
  variables: Variables,
  operationName?: string | undefined,
): GraphQLError | undefined {
  const results = known.get(document) ?? new Map<string, Weighed>()
  known.set(document, results)
  const shape = shapeOf(variables, operationName)
  const before = results.get(shape)
  if (before) return before.error
  const weighed = weigh(document, variables, operationName)
  if (results.size >= SHAPES_MAX) results.clear()
  results.set(shape, weighed)
  return weighed.error
}

/** The cost that `costError` has computed; `undefined` if the request was refused before that, or its cost is unknown. */
export const knownCost = (
  document: DocumentNode,
  variables: Variables,
  operationName?: string | undefined,
): Cost | undefined => known.get(document)?.get(shapeOf(variables, operationName))?.cost

/** What the cost depends on: numbers such as `first`, the booleans of `@include`, and which variables are null. */
const shapeOf = (variables: Record<string, unknown>, operationName: string | undefined): string =>
  JSON.stringify([
    operationName,
    ...Object.entries(variables).map(([name, value]) => [
      name,
      value === null || typeof value === 'number' || typeof value === 'boolean' ? value : typeof value,
    ]),
  ])

function weigh(
  document: DocumentNode,
  variableValues: Variables,
  operationName: string | undefined,
): Weighed {
  let cost: Cost | undefined
  const rule = createComplexityRule({
    variableValues,
    context: {},
    ...(operationName !== undefined && { operationName }),
    validate: ({ depth, complexity }, report) => {
      cost = { cost: complexity, costLimit: limits.cost, depth, depthLimit: limits.depth }
      if (depth > limits.depth) report(tooMuch(`Nest at most ${limits.depth} levels`))
      if (complexity > limits.cost) report(tooMuch('Ask for less at once: fewer fields or a smaller page'))
    },
  })
  try {
    return { error: validate(schema, document, [rule])[0], cost }
  } catch (error) {
    // A required argument that is null through its variable is detected only when its value is read.
    if (error instanceof GraphQLError) return { error, cost }
    throw error
  }
}
