import { parse } from 'graphql'
import { describe, expect } from 'vitest'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { costError } from './cost.ts'

/** Requests that ask for too much in different ways. */
const greedy: [string, string][] = [
  ['a page of a hundred thousand', '{ patients(first: 100000) { edges { node { id } } } }'],
  ['a hundred aliases', `{ ${Array.from({ length: 100 }, (_, n) => `a${n}: me { id }`).join(' ')} }`],
  ['fifty-one directives', `{ me { ${'id @include(if: true) '.repeat(51)} } }`],
  ['a thousand and one tokens', `{ me { ${'id '.repeat(1001)} } }`],
  [
    'many lists at once',
    `{ ${Array.from({ length: 14 }, (_, n) => `a${n}: patients(first: 100) { edges { node { id email createdBy { id firstName } } } }`).join(' ')} }`,
  ],
  [
    'a negative page size to compensate for a huge one',
    '{ a: tasks(first: -100000) { edges { node { id } } } b: patients(first: 100000) { edges { node { id } } } }',
  ],
  [
    'a hundred sign-ins',
    `mutation { ${Array.from({ length: 100 }, (_, n) => `a${n}: signIn(input: { email: "a@b.test", password: "${n}" }) { message }`).join(' ')} }`,
  ],
  [
    'a dozen signed forms, each of which may be a scan of 30 MB',
    `{ ${Array.from({ length: 12 }, (_, n) => `a${n}: consentForm(patientId: "${n}") { contentBase64 }`).join(' ')} }`,
  ],
  [
    'aliases hidden in a fragment',
    `{ ...F } fragment F on Query { ${Array.from({ length: 100 }, (_, n) => `a${n}: me { id }`).join(' ')} }`,
  ],
]

test('a caller who asks for the cost gets it with the answer, and with a refusal', async ({
  clinic,
  server,
}) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const ask = async (query: string, headers = {}) =>
    (await visitor.call('POST', '/graphql', { query }, headers)).json as {
      extensions?: object
      data?: object
    }
  const cost = { 'GraphQL-Cost': 'true' }
  const list = (first: number) => `{ patients(first: ${first}) { edges { node { id } } } }`
  const [small, large, refused] = [
    await ask(list(1), cost),
    await ask(list(50), cost),
    await ask(list(100_000), cost),
  ]
  const limit = { costLimit: 7500, depth: 4, depthLimit: 10 }
  expect(small).toMatchObject({ data: {}, extensions: { cost: { ...limit, cost: 4 } } })
  expect(large).toMatchObject({ data: {}, extensions: { cost: { ...limit, cost: 151 } } })
  expect(refused).toMatchObject({ errors: [{}], extensions: { cost: { ...limit, cost: 300_001 } } })
  expect(await ask(list(1))).not.toHaveProperty('extensions')
  expect(await ask('{ patients { nothing } }', cost)).not.toHaveProperty('extensions')
})

test('the cost of a document is computed once for each page size', () => {
  const document = parse(
    'query ($n: Int, $s: String) { patients(first: $n, search: $s) { edges { node { id } } } }',
  )
  const refused = costError(document, { n: 100_000, s: 'a' })
  expect(refused?.message).toContain('Ask for less at once')
  expect(costError(document, { n: 100_000, s: 'b' })).toBe(refused)
  expect(costError(document, { n: 10, s: 'b' })).toBeUndefined()
  expect(costError(document, { n: 100_000, s: null })).not.toBe(refused)
})

/** Recognizing and counting the caller comes first and takes the same few statements for every request. */
const beyondTheCaller = (statements: string[]) =>
  work(statements).filter((text) => !/FROM sessions|throttles/.test(text))

describe('a request that asks for too much is rejected after only the statements about the caller', () => {
  test.for(greedy)('%s', async ([, query], { clinic, server }) => {
    const admin = await clinic.user({ role: 'admin' })
    const visitor = server.visitor()
    await visitor.signIn(admin.email)
    let errors: unknown[] = []
    const statements = await statementsOf(async () => {
      const answer = await visitor.graphql(query)
      expect(answer.data ?? null).toBeNull()
      errors = answer.errors
    })
    expect(errors.length).toBeGreaterThan(0)
    expect(beyondTheCaller(statements)).toEqual([])
  })

  test('introspection in the same document does not bypass a limit', async ({ clinic, server }) => {
    const admin = await clinic.user({ role: 'admin' })
    const visitor = server.visitor()
    await visitor.signIn(admin.email)
    const { errors } = await visitor.graphql(
      '{ __type(name: "User") { name } patients(first: 100000) { edges { node { id } } } }',
    )
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['invalid'])
  })
})

test('fifteen aliases and a hundred rows are accepted', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const aliases = Array.from({ length: 15 }, (_, n) => `a${n}: me { id }`).join(' ')
  expect((await visitor.graphql(`{ ${aliases} }`)).errors).toEqual([])
  expect((await visitor.graphql('{ patients(first: 100) { edges { node { id } } } }')).errors).toEqual([])
})
