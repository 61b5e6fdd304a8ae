import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { costError, parseWithin, refuseTooLarge } from '#graphql/limits.ts'
import { schema } from '#graphql/schema.ts'

export type Operation = 'Query' | 'Mutation' | 'Subscription'

export const operations: readonly Operation[] = ['Query', 'Mutation', 'Subscription']

/** The root fields of a type by their names. */
export const rootFieldsOf = (operation: Operation): Record<string, GraphQLField<unknown, unknown>> =>
  schema.getRootType(operation.toLowerCase() as never)?.getFields() ?? {}

/** Rows asked of every list, so that the world fits in one page. */
const ROWS = 50
/** Rows asked of a list in a list, so that the whole stays within the limit of cost. */
const ROWS_WITHIN = 2
/** How deep objects are followed at most: from a page over a row to whatever it hangs on, and on from there. */
const DEPTH = 6

/** A document that asks one root field for everything that can be reached from it within the limits of a request. */
export function documentFor(operation: Operation, name: string, variables: Record<string, unknown>): string {
  for (let depth = DEPTH; depth > 1; depth -= 1) {
    const document = documentOf(operation, name, variables, depth)
    if (isWithinLimits(document, variables)) return document
  }
  return documentOf(operation, name, variables, 1)
}

function isWithinLimits(document: string, variables: Record<string, unknown>): boolean {
  try {
    const parsed = parseWithin(document)
    refuseTooLarge(parsed)
    return costError(parsed, variables)?.extensions.code !== 'invalid'
  } catch {
    return false
  }
}

function documentOf(operation: Operation, name: string, variables: object, depth: number): string {
  const field = rootFieldsOf(operation)[name] as GraphQLField<unknown, unknown>
  const given = field.args.filter((arg) => arg.name in variables)
  const declared = given.map((arg) => `$${arg.name}: ${arg.type}`)
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`)
  if (field.args.some((arg) => arg.name === 'first')) passed.push(`first: ${ROWS}`)
  return `${operation.toLowerCase()}${inParens(declared)} { ${name}${inParens(passed)} ${selection(getNamedType(field.type), depth)} }`
}

/** The variables of a question: what a mutation is asked stands in its one `input`. */
export function variablesFor(operation: Operation, name: string, asked: object): Record<string, unknown> {
  const input = rootFieldsOf(operation)[name]?.args.find((arg) => arg.name === 'input')
  return input && isInputObjectType(getNamedType(input.type)) ? { input: asked } : { ...asked }
}

const inParens = (parts: string[]) => (parts.length > 0 ? `(${parts.join(', ')})` : '')

function selection(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return ''
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return []
    const target = getNamedType(field.type)
    if (!isObjectType(target)) return field.name
    if (depth === 0) return []
    const rows = field.args.some((arg) => arg.name === 'first') ? `(first: ${ROWS_WITHIN})` : ''
    const inner = selection(target, depth - 1)
    return inner === '{  }' ? [] : `${field.name}${rows} ${inner}`
  })
  return `{ ${parts.join(' ')} }`
}

/** Every object type that is not a root. */
export const objectTypes = (): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !operations.includes(name as Operation))
