import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

export type JsonSchema = { [keyword: string]: unknown }

/** A placeholder for a value. What a route's `reply` builds from placeholders shows the response's shape. */
class Shape {
  readonly schema: JsonSchema
  constructor(schema: JsonSchema) {
    this.schema = schema
  }
}

/** The objects and lists of a sample that may be `null`. */
const nullables = new WeakSet<object>()

/** The samples of whole fragments. Their schemas have names, so that client generators make one type of each. */
type Named = { name: string; sample: Record<string, unknown> }

/** The named sample by its first value. A route's `reply` may copy the values into a new object, where this finds the sample again. */
const owners = new WeakMap<object, Named>()

const namedSchemas = new Map<string, JsonSchema>()

/** The schemas that others refer to by name, of all samples so far. */
export const schemasByName = (): Record<string, JsonSchema> =>
  Object.fromEntries([...namedSchemas].sort(([one], [other]) => (one < other ? -1 : 1)))

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** A document's data with placeholders instead of values, as the argument of a route's `reply`. */
export function sampleOf(
  type: GraphQLOutputType,
  set: SelectionSetNode | undefined,
  fragments: Fragments,
): unknown {
  const inner = getNullableType(type)
  const isNullable = !isNonNullType(type)
  if (isListType(inner)) {
    const rows = [sampleOf(inner.ofType, set, fragments)]
    if (isNullable) nullables.add(rows)
    return rows
  }
  if (!isObjectType(inner)) return new Shape(leafSchema(inner, isNullable))
  const sample = Object.fromEntries(
    fieldsOf(set, fragments).map((node) => {
      const field = inner.getFields()[node.name.value]
      if (!field) throw new Error(`${inner.name} has no field ${node.name.value}`)
      const value = sampleOf(field.type, node.selectionSet, fragments)
      if (value instanceof Shape) Object.assign(value.schema, { description: field.description })
      return [node.alias?.value ?? node.name.value, value]
    }),
  )
  if (isNullable) nullables.add(sample)
  const fragment = onlyFragmentIn(set)
  const [first] = Object.values(sample)
  if (fragment && first) owners.set(first, { name: fragment.replace(/^Rest/, ''), sample })
  return sample
}

/** The name of the fragment that is the whole selection, or `null`. */
function onlyFragmentIn(set: SelectionSetNode | undefined): string | null {
  const [one, ...others] = set?.selections ?? []
  return one?.kind === Kind.FRAGMENT_SPREAD && others.length === 0 ? one.name.value : null
}

function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, fragments)
    return fieldsOf(fragments.get(selection.name.value)?.selectionSet, fragments)
  })
}

const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  JSON: {},
}

/** The schema of a scalar or enum in JSON. Throws for a scalar without a description here. */
export function leafSchema(type: GraphQLInputType | GraphQLOutputType, isNullable: boolean): JsonSchema {
  const named = getNamedType(type)
  const schema = isEnumType(named)
    ? { type: 'string', enum: named.getValues().map(({ name }) => name) }
    : scalars[named.name]
  if (!schema) throw new Error(`The scalar ${named.name} has no JSON Schema`)
  if (!isNullable || !('type' in schema)) return { ...schema }
  const values = 'enum' in schema && Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...values }
}

/** The JSON Schema of the result of `reply`. A string that `reply` itself adds is shown as an example. */
export function schemaOf(value: unknown): JsonSchema {
  const schema = presentSchemaOf(value)
  return nullables.has(value as object) ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** The same schema without `null`. */
export function presentSchemaOf(value: unknown): JsonSchema {
  if (value instanceof Shape) return value.schema
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) }
  if (typeof value === 'string') return { type: 'string', examples: [value] }
  if (typeof value !== 'object' || value === null) return { type: typeof value }
  const named = namedIn(value)
  if (!named) return objectSchema(Object.entries(value))
  const { name, sample } = named
  if (!namedSchemas.has(name)) namedSchemas.set(name, objectSchema(Object.entries(sample)))
  const reference = { $ref: `#/components/schemas/${name}` }
  const rest = Object.entries(value).filter(([field]) => !(field in sample))
  return rest.length === 0 ? reference : { allOf: [reference, objectSchema(rest)] }
}

const objectSchema = (fields: [string, unknown][]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([name, one]) => [name, schemaOf(one)])),
  required: fields.map(([name]) => name),
})

/** The named sample whose fields an object has, all of them. */
function namedIn(value: object): Named | undefined {
  const fields = value as Record<string, unknown>
  const candidates = Object.values(fields).map((one) => owners.get(Object(one)))
  return candidates.find(
    (one) => one && Object.entries(one.sample).every(([name, inner]) => fields[name] === inner),
  )
}
