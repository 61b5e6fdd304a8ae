import { parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { describe, expect } from 'vitest'
import { schema } from '#graphql/schema.ts'
import { checkVerdicts } from './check.ts'
import {
  documentFor,
  type Operation,
  objectTypes,
  operations,
  rootFieldsOf,
  variablesFor,
} from './documents.ts'
import { test } from './setup.ts'
import { graphqlStatements } from './stated.ts'
import { statementsOf, table } from './table.ts'

test('the documents select every field of every type', ({ setup: { fixtures } }) => {
  const selected = new Set(
    operations.flatMap((operation) =>
      Object.entries(table[operation]).flatMap(([field, stated]) =>
        statementsOf(stated).flatMap(({ ask }) =>
          fieldsSelected(operation, field, ask?.(fixtures, '') ?? {}),
        ),
      ),
    ),
  )
  const fields = objectTypes().flatMap((type) =>
    Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
  )
  expect(fields.filter((field) => !selected.has(field))).toEqual([])
})

function fieldsSelected(operation: Operation, field: string, args: Record<string, unknown>): string[] {
  const found: string[] = []
  const types = new TypeInfo(schema)
  visit(
    parse(documentFor(operation, field, variablesFor(operation, field, args))),
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        found.push(`${types.getParentType()?.name}.${name.value}`)
      },
    }),
  )
  return found
}

describe.each(operations)('%s', (operation) => {
  test('every root field has a verdict, and every verdict a root field', () => {
    expect(Object.keys(table[operation]).sort()).toEqual(Object.keys(rootFieldsOf(operation)).sort())
  })

  test.for(graphqlStatements(operation))('$name', async ({ way, statement, stated }, { setup }) => {
    expect(await checkVerdicts(setup, way, statement)).toEqual(stated)
  })
})
