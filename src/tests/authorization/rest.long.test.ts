import { expect } from 'vitest'
import { checkVerdicts } from './check.ts'
import { restStatements } from './restStatements.ts'
import { test } from './setup.ts'

test.for(restStatements)('$name', async ({ way, statement, stated }, { setup }) => {
  expect(await checkVerdicts(setup, way, statement, { allAskForMissing: true })).toEqual(stated)
})
