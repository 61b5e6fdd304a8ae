import { expect } from 'vitest'
import { routes } from '#rest/router.ts'
import { nameOf } from './calls.ts'
import { checkVerdicts } from './check.ts'
import { otherwise, restStatements } from './restStatements.ts'
import { test } from './setup.ts'
import { type VisitorName, visitorNames } from './visitors.ts'

// A REST call runs the operation of its GraphQL field, which every caller requests in `graphql.test.ts`. So here only one caller
// for each verdict makes the call, and the callers take turns. In `rest.long.test.ts` every caller makes every call.

const cases = restStatements.map((one, index) => ({ ...one, callers: callersOf(one.stated, index) }))

/** One caller for each verdict. */
function callersOf(stated: Record<VisitorName, string>, index: number): VisitorName[] {
  const byVerdict = Map.groupBy(visitorNames, (name) => stated[name])
  return [...byVerdict.values()].map((names) => names[index % names.length] as VisitorName)
}

test('every REST call has a verdict', () => {
  const silent = routes.filter((route) => !cases.some((one) => one.route === route))
  expect(silent.map(nameOf)).toEqual([])
  expect(Object.keys(otherwise).filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual([])
})

test('every caller makes some REST calls', () => {
  expect(new Set(cases.flatMap(({ callers }) => callers))).toEqual(new Set(visitorNames))
})

test.for(cases)('$name', async ({ way, statement, stated, callers }, { setup }) => {
  const expected = Object.fromEntries(callers.map((name) => [name, stated[name]]))
  expect(await checkVerdicts(setup, way, statement, { callers })).toEqual(expected)
})
