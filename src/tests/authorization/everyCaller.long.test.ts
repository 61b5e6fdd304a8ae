import { describe, expect } from 'vitest'
import { checkVerdicts } from './check.ts'
import { operations } from './documents.ts'
import { restStatements } from './restStatements.ts'
import { test } from './setup.ts'
import { graphqlStatements } from './stated.ts'

// Every caller makes every request, and makes it again for a missing record.

describe.each([
  ...operations.map((operation) => ({ about: operation, statements: graphqlStatements(operation) })),
  { about: 'REST', statements: restStatements },
])('$about', ({ statements }) => {
  test.for<(typeof statements)[number]>(statements)(
    '$name',
    async ({ way, statement, stated }, { setup }) => {
      expect(await checkVerdicts(setup, way, statement, { everyoneAsksTwice: true })).toEqual(stated)
    },
  )
})
