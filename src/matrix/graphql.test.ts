import { describe, expect } from 'vitest'
import { throughGraphQL } from './ask.ts'
import { verdictsOf } from './cell.ts'
import { operations, rootFieldsOf } from './documents.ts'
import { test } from './stage.ts'
import { statementsOf, table } from './table.ts'

describe.each(operations)('%s', (operation) => {
  test('has a stated verdict for every field, and for none that is gone', () => {
    expect(Object.keys(table[operation]).sort()).toEqual(Object.keys(rootFieldsOf(operation)).sort())
  })

  const cases = Object.entries(table[operation])
    .filter(([field]) => field in rootFieldsOf(operation))
    .flatMap(([field, stated]) =>
      statementsOf(stated).map((statement) => ({
        name: [field, statement.about].filter(Boolean).join(' '),
        field,
        statement,
      })),
    )

  test.for(cases)('$name', async ({ field, statement }, { stage }) => {
    expect(await verdictsOf(stage, throughGraphQL(operation, field), statement)).toEqual(statement.verdicts)
  })
})
