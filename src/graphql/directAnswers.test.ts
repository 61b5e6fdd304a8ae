import { describe, expect } from 'vitest'
import manifest from '#generated/persisted-documents.json' with { type: 'json' }
import { test } from '#tests/support/test.ts'

const [patientListHash = ''] =
  Object.entries(manifest).find(([, text]) => text.startsWith('query PatientList(')) ?? []
const persistedQuery = (sha256Hash: string, version = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
})
const two = 'query One { me { id } } query Two { me { firstName } }'
const list = 'query ($first: Int) { patients(first: $first) { totalCount edges { node { id } } } }'
const patient = 'query ($id: ID!) { patient(id: $id) { id } }'

/** Bodies with correct and wrong documents, variables and names. */
const bodies: [string, unknown][] = [
  ['a query', { query: '{ me { id role } }' }],
  ['variables', { query: list, variables: { first: 1 } }],
  ['null variables and extensions', { query: '{ me { id } }', variables: null, extensions: null }],
  ['an operation by its name', { query: two, operationName: 'Two' }],
  ['no name for two operations', { query: two }],
  ['an unknown name', { query: two, operationName: 'Three' }],
  ['a name that is no text', { query: two, operationName: 3 }],
  ['invalid syntax', { query: '{ me { id }' }],
  ['an unknown field', { query: '{ me { nothing } }' }],
  ['a variable of the wrong type', { query: list, variables: { first: 'many' } }],
  ['a missing variable', { query: patient }],
  ['variables that are a list', { query: list, variables: [1] }],
  ['a page that is too large', { query: list, variables: { first: 100_000 } }],
  ['a missing object', { query: patient, variables: { id: '0190d6a4-0000-7000-8000-000000000000' } }],
  ['a mutation that is refused', { query: 'mutation { deleteUser(input: { userId: "x" }) { message } }' }],
  ['a persisted document', { ...persistedQuery(patientListHash), variables: { first: 1 } }],
  ['an unknown hash', persistedQuery('0'.repeat(64))],
  ['a hash in another format', persistedQuery(patientListHash, 2)],
  ['a subscription', { query: 'subscription { alertsChanged { __typename } }' }],
  ['an unknown member', { query: '{ me { id } }', extra: 1 }],
  ['several requests', [{ query: '{ me { id } }' }]],
  ['no query', {}],
  ['no object', 'null'],
  ['invalid JSON', '{'],
]

const accepted = [
  '*/*',
  'application/json',
  'application/graphql-response+json, application/json;q=0.9',
  'text/html',
]

describe('a request is answered in the same way with and without Yoga:', () => {
  test.for(bodies)('%s', async ([, body], { clinic, server }) => {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role: 'staff' })).email)
    await clinic.patient()
    for (const accept of accepted) {
      const ask = async (path: string) => {
        const { status, headers, text } = await visitor.call('POST', path, body, { accept })
        const { date, 'x-request-id': _, 'caseload-session': ends, ...others } = Object.fromEntries(headers)
        // An internal error would refer to its own request.
        expect(text).not.toContain('reference')
        return { status, headers: { ...others, hasDate: Boolean(date), hasEnd: Boolean(ends) }, text }
      }
      // Only this path without parameters is answered without Yoga.
      expect(await ask('/graphql'), accept).toEqual(await ask('/graphql?with=yoga'))
    }
  })
})

test('signing out by GraphQL removes the cookie', async ({ clinic, server }) => {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const answer = await visitor.call('POST', '/graphql', { query: 'mutation { signOut }' })
  expect(answer.headers.getSetCookie().join()).toMatch(/max-age=0/i)
  expect((await visitor.graphql('{ me { id } }')).data).toEqual({ me: null })
})
