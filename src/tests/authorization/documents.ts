import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  type OperationTypeNode,
} from 'graphql'
import { costError } from '#graphql/cost.ts'
import { parseWithin, refuseTooLarge } from '#graphql/limits.ts'
import { schema } from '#graphql/schema.ts'

export type Operation = 'Query' | 'Mutation' | 'Subscription'

export const operations: readonly Operation[] = ['Query', 'Mutation', 'Subscription']

/** The root fields of an operation type, by name. */
export const rootFieldsOf = (operation: Operation): Record<string, GraphQLField<unknown, unknown>> =>
  schema.getRootType(operation.toLowerCase() as OperationTypeNode)?.getFields() ?? {}

/** The page size of each list. All fixtures fit in one page. */
const ROWS = 50
/** The page size of nested lists, small enough for the limit on query cost. */
const ROWS_WITHIN = 2
/** The maximum depth of nested objects. */
const DEPTH = 6

const documents = new Map<string, string>()

/** A document that selects everything under one root field, as deeply as the request limits allow. */
export function documentFor(operation: Operation, name: string, variables: Record<string, unknown>): string {
  // Finding the depth takes as long as the request, and the callers differ only in IDs, which cost the same.
  const key = `${operation} ${name} ${JSON.stringify(variables).replaceAll(ids, '')}`
  const known = documents.get(key) ?? deepestDocument(operation, name, variables)
  documents.set(key, known)
  return known
}

const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function deepestDocument(operation: Operation, name: string, variables: Record<string, unknown>): string {
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
  const supplied = field.args.filter((arg) => arg.name in variables)
  const declared = supplied.map((arg) => `$${arg.name}: ${arg.type}`)
  const passed = supplied.map((arg) => `${arg.name}: $${arg.name}`)
  if (field.args.some((arg) => arg.name === 'first')) passed.push(`first: ${ROWS}`)
  return `${operation.toLowerCase()}${inParens(declared)} { ${name}${inParens(passed)} ${selection(getNamedType(field.type), depth)} }`
}

/** The variables for these arguments. Mutations take them in one `input`. */
export function variablesFor(operation: Operation, name: string, args: object): Record<string, unknown> {
  const input = rootFieldsOf(operation)[name]?.args.find((arg) => arg.name === 'input')
  return input && isInputObjectType(getNamedType(input.type)) ? { input: args } : { ...args }
}

const inParens = (parts: string[]) => (parts.length > 0 ? `(${parts.join(', ')})` : '')

/** Selects everything under an object of this type, to a depth. */
export const selectionFor = (type: string, depth: number): string =>
  selection(schema.getType(type) as GraphQLObjectType, depth)

const selections = new Map<string, string>()
const Patient = schema.getType('Patient') as GraphQLObjectType

function selection(type: GraphQLNamedType, depth: number): string {
  // Other types of an interface have fields of the same name with another type, so one is selected in full.
  if (isInterfaceType(type)) return `{ __typename id ... on ${Patient} ${selection(Patient, depth)} }`
  if (!isObjectType(type)) return ''
  const key = `${type.name} ${depth}`
  const known = selections.get(key) ?? selectionOf(type, depth)
  selections.set(key, known)
  return known
}

function selectionOf(type: GraphQLObjectType, depth: number): string {
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

/** All object types except the root types. */
export const objectTypes = (): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !operations.includes(name as Operation))
