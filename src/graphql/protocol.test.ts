import { describe, expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import type { GraphQLAnswer, TestServer } from '#tests/support/testServer.ts'

const JSON_TYPE = 'application/json'
const RESPONSE_TYPE = 'application/graphql-response+json'

async function post(server: TestServer, body: unknown, accept = '*/*') {
  const { status, headers, text, json } = await server.visitor().call('POST', '/graphql', body, { accept })
  const errors = (json as Partial<GraphQLAnswer> | undefined)?.errors ?? []
  return { status, type: headers.get('content-type')?.split(';')[0], text, errors }
}

/** Requests that are rejected before an operation runs: body, message, and status if only JSON is accepted. */
const refused: [string, unknown, string, number][] = [
  ['a document that ends early', { query: '{ me { secretWord "' }, 'The document is not valid GraphQL', 200],
  ['an unknown field', { query: '{ me { mee } }' }, 'Cannot query field "mee" on type "Viewer".', 200],
  ['too many tokens', { query: `{ me { ${'id '.repeat(1001)} } }` }, 'Use at most 1000 tokens', 200],
  ['a body that is no JSON', '{"query" secretWord', 'The body is not valid JSON', 400],
  ['no body', '', 'The body is not valid JSON', 400],
  ...[
    ['no query', {}],
    ['a query that is no text', { query: 7 }],
    ['nothing', 'null'],
    ['a text', '"secretWord"'],
    ['several requests', [{ query: '{ me { id } }' }]],
    ['an unknown parameter', { query: '{ me { id } }', secretWord: 1 }],
    ['variables that are a list', { query: '{ me { id } }', variables: [1] }],
  ].map(([what, body]): [string, unknown, string, number] => [
    what as string,
    body,
    'Send one JSON object with query, and as needed variables, operationName and extensions',
    400,
  ]),
  ...[{}, { operationName: 'secretWord' }].map((more): [string, unknown, string, number] => [
    `an ambiguous operation: ${JSON.stringify(more)}`,
    { query: 'query A { me { id } } query B { me { id } }', ...more },
    'Say by operationName which operation of the document is meant',
    400,
  ]),
]

describe('a protocol error has one of our codes and echoes nothing from the request', () => {
  test.for(refused)('%s', async ([, body, message, statusForJson], { server }) => {
    const answers = [await post(server, body, RESPONSE_TYPE), await post(server, body, JSON_TYPE)]
    expect(answers.map(({ status, type }) => [status, type])).toEqual([
      [400, RESPONSE_TYPE],
      [statusForJson, JSON_TYPE],
    ])
    for (const { errors, text } of answers) {
      expect(errors).toMatchObject([{ message }])
      expect(errors[0]?.extensions).toEqual({ code: 'invalid' })
      expect(text).not.toMatch(/secretWord|SyntaxError|yoga|GRAPHQL_|BAD_REQUEST|unexpected/i)
    }
  })

  test('the location in the document is reported', async ({ server }) => {
    for (const query of ['{ me {\n  id ', '{ me { id\n  mee } }']) {
      const { errors } = await post(server, { query })
      expect(errors[0]).toMatchObject({ locations: [{ line: 2, column: expect.any(Number) }] })
    }
  })

  test('an unsupported method', async ({ server }) => {
    const write = `/graphql?query=${encodeURIComponent('mutation { signOut }')}`
    const answer = await server.visitor().call('GET', write)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect(answer.json).toEqual({
      errors: [
        {
          message: 'Send a mutation by POST, a query by GET or POST',
          extensions: { code: 'method_not_allowed' },
        },
      ],
    })
    expect((await server.visitor().call('HEAD', '/graphql?query={me{id}}')).status).toBe(405)
  })

  test('variables in the URL that are not JSON', async ({ server }) => {
    const answer = await server.visitor().call('GET', '/graphql?query={me{id}}&variables={secretWord')
    expect([answer.status, answer.json]).toEqual([
      400,
      { errors: [{ message: 'Send variables and extensions as JSON', extensions: { code: 'invalid' } }] },
    ])
  })
})

describe('a valid request', () => {
  test.for([JSON_TYPE, RESPONSE_TYPE])('is answered as %s', async (accept, { server }) => {
    const { status, type, text } = await post(server, { query: '{ me { id } }' }, accept)
    expect([status, type, text]).toEqual([200, accept, '{"data":{"me":null}}'])
  })

  test('is answered in JSON even if the client accepts none of our content types', async ({ server }) => {
    const { status, type, text } = await post(server, { query: 'mutation { signOut }' }, 'text/csv')
    expect([status, type, text]).toEqual([200, JSON_TYPE, '{"data":{"signOut":true}}'])
  })

  test('may use GET', async ({ server }) => {
    const answer = await server.visitor().call('GET', '/graphql?query={me{id}}')
    expect([answer.status, answer.json]).toEqual([200, { data: { me: null } }])
  })
})
