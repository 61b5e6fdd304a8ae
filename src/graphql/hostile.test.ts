import { describe, expect } from 'vitest'
import { fixedLimit } from '#tests/support/clinic.ts'
import {
  aliasFlood,
  deepFields,
  deepFragmentChain,
  deepLiteral,
  deepVariables,
  directiveFlood,
  documentIn,
  fragmentChain,
  fragmentCycle,
  fragmentTangle,
  type HostileRequest,
  hugeComment,
  hugeLiteral,
  hugeName,
  introspectionChain,
  manyFields,
  operationFlood,
  overlappingFields,
  overlappingLevels,
  unusedFragments,
  wideVariables,
} from '#tests/support/hostile/graphqlDocuments.ts'
import { sentWhile, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { Visitor } from '#tests/support/testServer.ts'

/** Each is at the limit of the earlier checks, and beyond it. */
const hostile: HostileRequest[] = [
  fragmentChain(26),
  fragmentChain(90),
  fragmentChain(5000),
  deepFragmentChain(26),
  introspectionChain(26),
  introspectionChain(90),
  fragmentCycle(1),
  fragmentCycle(90),
  fragmentTangle(20),
  unusedFragments(90),
  aliasFlood(160),
  aliasFlood(20_000),
  directiveFlood(400),
  overlappingFields(52),
  overlappingFields(240),
  overlappingLevels(5),
  overlappingLevels(7),
  deepFields(300),
  deepFields(50_000),
  deepLiteral(450),
  deepLiteral(100_000),
  operationFlood(60),
  deepVariables(9),
  deepVariables(100_000),
  wideVariables(9_900),
  wideVariables(300_000),
  manyFields(9_900),
  manyFields(50_000),
  hugeName(95_000),
  hugeName(900_000),
  hugeLiteral(900_000),
  hugeComment(900_000),
]

const send = (visitor: Visitor, { body }: HostileRequest) => visitor.call('POST', '/graphql', body.toString())

/** How much longer than the request a response may be, because each of a few errors may repeat a name. */
const ECHOES = 12

describe('a hostile request is rejected after only the queries that recognize the caller', () => {
  test.for(hostile)('$name', async (request, { clinic, server }) => {
    const admin = server.visitor()
    await admin.signIn((await clinic.user({ role: 'admin' })).email)
    for (const visitor of [server.visitor(), admin]) {
      let answer = { status: 0, text: '', json: undefined as unknown }
      const sent = await sentWhile(async () => {
        answer = await send(visitor, request)
      })
      const { errors } = answer.json as { errors: { extensions: { code: string } }[] }
      expect([200, 400, 401]).toContain(answer.status)
      expect(errors.length).toBeGreaterThan(0)
      for (const { extensions } of errors) expect(['invalid', 'unauthenticated']).toContain(extensions.code)
      expect(answer.text.length).toBeLessThan(ECHOES * request.body.length + 5_000)
      const statements = work(sent.map(({ text }) => text))
      expect(statements.filter((text) => !/FROM sessions|throttles/.test(text))).toEqual([])
    }
  })
})

test('invalid variables cannot bypass the cost limit', async ({ clinic, server }) => {
  const admin = server.visitor()
  await admin.signIn((await clinic.user({ role: 'admin' })).email)
  const greedy = 'query($f: Int!) { a: patients(first: 100) { edges { node { id createdBy { id } } } }'
  for (const [query, variables] of [
    [`${greedy} patients(first: $f) { totalCount } }`, {}],
    [`${greedy} patients(first: $f) { totalCount } }`, { f: 'many' }],
    ['query($f: Int = 5) { patients(first: $f) { totalCount } }', { f: [] }],
    ['query($id: ID! = "1") { patient(id: $id) { id } }', { id: null }],
  ] as const) {
    const { data, errors } = await admin.graphql(query, variables)
    expect(data ?? null, query).toBeNull()
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['invalid'])
  }
})

test('a caller over the request limit is rejected before the document is parsed', async ({
  clinic,
  server,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const { requestLimit } = clinic.instances
  clinic.instances.requestLimit = fixedLimit(7)
  try {
    for (const body of [documentIn(fragmentChain(26)), '{', '{ me { id } }']) {
      const answer = await visitor.call('POST', '/graphql', { query: body })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
      expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'rate_limited' } }] })
    }
    expect((await visitor.call('POST', '/graphql', '{"quer')).status).toBe(429)
  } finally {
    clinic.instances.requestLimit = requestLimit
  }
})
