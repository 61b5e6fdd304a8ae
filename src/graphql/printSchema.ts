import { mkdirSync, writeFileSync } from 'node:fs'
import {
  type GraphQLObjectType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql'
import { schema } from './schema.ts'

/** The schema as it is committed, sorted so that a diff shows only what changed. */
export const printedSchema = () => `${printSchema(lexicographicSortSchema(schema))}\n`

/**
 * What graphcache asks of a schema, and every screen carries: which types there are, which have no id to be kept by,
 * and which of their fields may be null. Fields are never null unless they are named here, and lists hold no nulls.
 */
function cachedTypes(): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const objects = types.filter(isObjectType)
  const nullable = (type: GraphQLObjectType) =>
    Object.values(type.getFields())
      .filter((field) => !isNonNullType(field.type))
      .map(({ name }) => name)
  const cached = {
    objects: Object.fromEntries(objects.map((type) => [type.name, nullable(type).join(' ')])),
    embedded: objects.filter((type) => !('id' in type.getFields())).map(({ name }) => name),
    abstract: Object.fromEntries(
      types
        .filter(isAbstractType)
        .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
    ),
  }
  return `/** What graphcache knows of the schema. */\nexport const cached: { objects: Record<string, string>; embedded: string[]; abstract: Record<string, string[]> } =
  ${JSON.stringify(cached)}\n`
}

if (import.meta.main) {
  const at = (path: string) => new URL(`../../graphql/${path}`, import.meta.url)
  mkdirSync(at('generated/'), { recursive: true })
  writeFileSync(at('schema.graphql'), printedSchema())
  writeFileSync(at('generated/cached.ts'), cachedTypes())
}
