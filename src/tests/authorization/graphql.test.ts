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
import { throughGraphQL } from './request.ts'
import { test } from './setup.ts'
import { statementsOf, table } from './table.ts'
import { withKeys } from './verdicts.ts'

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

  const cases = Object.entries(table[operation])
    .filter(([field]) => field in rootFieldsOf(operation))
    .flatMap(([field, stated]) =>
      statementsOf(stated)
        .filter(({ transport }) => transport !== 'rest')
        .map((statement) => ({
          name: [field, statement.about].filter(Boolean).join(' '),
          field,
          statement,
        })),
    )

  test.for(cases)('$name', async ({ field, statement }, { setup }) => {
    expect(await checkVerdicts(setup, throughGraphQL(operation, field), statement)).toEqual(
      withKeys(operation, statement.verdicts),
    )
  })
})
