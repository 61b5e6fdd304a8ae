import { routes } from '#rest/router.ts'
import { fieldBehind, nameOf } from './calls.ts'
import { throughRest } from './request.ts'
import { statementsOf, table } from './table.ts'
import { type Verdicts, withKeys } from './verdicts.ts'

/** Calls whose verdict SPEC section 7 requires to differ from that of their GraphQL field. */
export const otherwise: Record<string, Partial<Verdicts>> = {
  // GraphQL returns `null` without a session. SPEC has the call respond with 401.
  'GET /api/auth/user': { anonymous: 'unauthenticated', deactivated: 'unauthenticated' },
}

/** Each statement of the table that a REST call can make, with that call and its verdicts. */
export const restStatements = routes.flatMap((route) => {
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
