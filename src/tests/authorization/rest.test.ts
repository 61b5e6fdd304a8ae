import { expect } from 'vitest'
import { routes } from '#rest/router.ts'
import { fieldBehind, nameOf } from './calls.ts'
import { checkVerdicts } from './check.ts'
import { throughRest } from './request.ts'
import { test } from './setup.ts'
import { statementsOf, table } from './table.ts'
import { type Verdicts, withKeys } from './verdicts.ts'

/** Calls whose verdict SPEC section 7 requires to differ from that of their GraphQL field. */
const otherwise: Record<string, Partial<Verdicts>> = {
  // GraphQL returns `null` without a session. SPEC has the call respond with 401.
  'GET /api/auth/user': { anonymous: 'unauthenticated', deactivated: 'unauthenticated' },
}

const cases = routes.flatMap((route) => {
  const { operation, field } = fieldBehind(route)
  return statementsOf(table[operation][field])
    .filter(({ transport }) => transport !== 'graphql')
    .map((statement) => ({
      route,
      name: [nameOf(route), statement.about].filter(Boolean).join(' '),
      way: throughRest(route, operation, field),
      statement,
      stated: { ...withKeys(operation, statement.verdicts), ...otherwise[nameOf(route)] },
    }))
})

test('every REST call has a verdict', () => {
  const silent = routes.filter((route) => !cases.some((one) => one.route === route))
  expect(silent.map(nameOf)).toEqual([])
  expect(Object.keys(otherwise).filter((name) => !routes.some((route) => nameOf(route) === name))).toEqual([])
})

test.for(cases)('$name', async ({ way, statement, stated }, { setup }) => {
  expect(await checkVerdicts(setup, way, statement)).toEqual(stated)
})
