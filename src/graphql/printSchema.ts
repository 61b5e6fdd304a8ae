import { mkdirSync, writeFileSync } from 'node:fs'
import { minifyIntrospectionQuery } from '@urql/introspection'
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'

/** The schema as it is committed, sorted so that a diff shows only what changed. */
export const printedSchema = () => `${printSchema(lexicographicSortSchema(schema))}\n`

if (import.meta.main) {
  const at = (path: string) => new URL(`../../graphql/${path}`, import.meta.url)
  mkdirSync(at('generated/'), { recursive: true })
  writeFileSync(at('schema.graphql'), printedSchema())
  // Graphcache asks types for their fields and never fields for their arguments; every screen carries this text.
  const introspection = minifyIntrospectionQuery(introspectionFromSchema(schema) as never)
  for (const { fields } of introspection.__schema.types as unknown as { fields?: { args: unknown[] }[] }[])
    for (const field of fields ?? []) field.args = []
  writeFileSync(
    at('generated/introspection.ts'),
    `/** What graphcache knows of the schema. */\nexport const introspection = ${JSON.stringify(introspection)} as const\n`,
  )
}
