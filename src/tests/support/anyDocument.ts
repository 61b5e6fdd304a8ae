import fc from 'fast-check'
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql'
import { anyValue, type Json, type KnownIds } from './anyArguments.ts'

/** A GraphQL request. */
export type GraphQLRequest = { query: string; variables: Json }

type Field = GraphQLField<unknown, unknown>

/** Every field of Query and Mutation with its operation type. */
export const rootFieldsOf = (schema: GraphQLSchema): { kind: 'query' | 'mutation'; field: Field }[] =>
  (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field }))
  })

/** An operation with one root field and random arguments, as variables or literals. */
export function anyDocument(schema: GraphQLSchema, known: KnownIds): fc.Arbitrary<GraphQLRequest> {
  const operations = rootFieldsOf(schema).map(({ kind, field }) => {
    const values = fc.record(
      Object.fromEntries(field.args.map(({ name, type }) => [name, anyValue(type, name, known)])),
    )
    return fc
      .tuple(values, fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)))
      .map(([variables, isWritten]) =>
        isWritten ? written(kind, field, variables) : withVariables(kind, field, variables),
      )
  })
  return fc.oneof(...operations)
}

/** A field with all its selections and its arguments as variables. */
export function withVariables(kind: string, field: Field, variables: Json): GraphQLRequest {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const handed = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const query = `${kind} Any${bracketed(declared)} { ${field.name}${bracketed(handed)}${selection(field.type, 3)} }`
  return { query, variables }
}

function written(kind: string, field: Field, variables: Json): GraphQLRequest {
  const handed = field.args
    .filter(({ name }) => variables[name] !== undefined)
    .map(({ name, type }) => `${name}: ${literal(variables[name], type)}`)
    .join(', ')
  return { query: `${kind} { ${field.name}${bracketed(handed)}${selection(field.type, 2)} }`, variables: {} }
}

const bracketed = (text: string) => (text === '' ? '' : `(${text})`)

/** A JSON value as a GraphQL literal; an enum value has no quotes if its type is known. */
function literal(value: unknown, type?: GraphQLInputType): string {
  const named = type && getNamedType(type)
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, type)).join(', ')}]`
  if (typeof value === 'string')
    return isEnumType(named) && /^\w+$/.test(value) ? value : JSON.stringify(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields: Record<string, { type: GraphQLInputType }> = isInputObjectType(named) ? named.getFields() : {}
  const pairs = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{ ${pairs.map(([name, one]) => `${name}: ${literal(one, fields[name]?.type)}`).join(', ')} }`
}

function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isCompositeType(named)) return ''
  const fields = isObjectType(named) ? Object.values(named.getFields()) : []
  const chosen = fields
    .filter((field) => field.args.length === 0 && (depth > 0 || !isCompositeType(getNamedType(field.type))))
    .map((field) => field.name + selection(field.type, depth - 1))
  return chosen.length > 0 ? ` { ${chosen.join(' ')} }` : ' { __typename }'
}
