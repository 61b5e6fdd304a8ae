import { describe, expect } from 'vitest'
import { checkVerdicts } from './check.ts'
import { operations } from './documents.ts'
import { test } from './setup.ts'
import { graphqlStatements } from './stated.ts'

describe.each(operations)('%s', (operation) => {
  test.for(graphqlStatements(operation))('$name', async ({ way, statement, stated }, { setup }) => {
    expect(await checkVerdicts(setup, way, statement, { allAskForMissing: true })).toEqual(stated)
  })
})
