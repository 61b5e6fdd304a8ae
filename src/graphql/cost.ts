import { createComplexityRule } from '@pothos/plugin-complexity'
import { type DocumentNode, GraphQLError, validate } from 'graphql'
import { limits, tooMuch } from './limits.ts'
import { schema } from './schema.ts'

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
