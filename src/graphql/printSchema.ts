import { mkdirSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from './schema.ts'

/** The schema as committed, sorted so that a diff shows only real changes. */
export const printedSchema = () => `${printSchema(lexicographicSortSchema(schema))}\n`

if (import.meta.main) {
  const at = (path: string) => new URL(`../../graphql/${path}`, import.meta.url)
  mkdirSync(at('generated/'), { recursive: true })
  writeFileSync(at('schema.graphql'), printedSchema())
}
