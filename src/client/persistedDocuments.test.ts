import { createClient, fetchExchange } from '@urql/core'
import { parse } from 'graphql'
import { expect } from 'vitest'
import { RestDashboardStatsDocument } from '#generated/graphql.ts'
import { test } from '#tests/support/test.ts'
import { cookiesOf, type GraphQLAnswer, type TestServer } from '#tests/support/testServer.ts'
import { makeCache } from './cache.ts'
import { persistedDocuments } from './persistedDocuments.ts'

type Sent = { query?: string; operationName: string; extensions?: { persistedQuery: { sha256Hash: string } } }

/** The app's client, signed in, and every body that it sends. */
async function client(server: TestServer, email: string) {
  const cookie = cookiesOf((await server.visitor().signIn(email)).headers)
  const sent: Sent[] = []
  const urql = createClient({
    url: `${server.url}/graphql`,
    preferGetMethod: false,
    exchanges: [makeCache(), persistedDocuments, fetchExchange],
    fetch: (address, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return fetch(address, { ...init, headers: { ...init?.headers, cookie } })
    },
  })
  return { urql, sent }
}

const hashOf = (document: object) => (document as { __meta__: { hash: string } }).__meta__.hash

test('a persisted query is sent as its hash and returns the same result', async ({ clinic, server }) => {
  const { urql, sent } = await client(server, (await clinic.user()).email)
  const { data, error } = await urql.query(RestDashboardStatsDocument, {}).toPromise()
  expect(error).toBeUndefined()
  expect(data?.dashboardStats).toMatchObject({ totalPatients: 0, schedulable: 0 })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.query).toBeUndefined()
  expect(sent[0]?.extensions?.persistedQuery.sha256Hash).toBe(hashOf(RestDashboardStatsDocument))
})

test('a tab that is older than the server retries with the text', async ({ clinic, server }) => {
  const { urql, sent } = await client(server, (await clinic.user()).email)
  const text = 'query FromAnEarlierBuild($first: Int) { patients(first: $first) { totalCount } }'
  const older = { ...parse(text), __meta__: { hash: `sha256:${'0'.repeat(64)}` } }
  const { data } = await urql.query<{ patients: { totalCount: number } }>(older, { first: 1 }).toPromise()
  expect(data?.patients.totalCount).toBe(0)
  expect(sent.map(({ query }) => query?.includes('__typename'))).toEqual([undefined, true])
  expect(sent[1]).toMatchObject({ operationName: 'FromAnEarlierBuild', variables: { first: 1 } })
})

test('a hash allows nothing that its text would not', async ({ clinic, server }) => {
  const ask = async (sha256Hash: unknown, visitor = server.visitor()) => {
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    const { status, json } = await visitor.call('POST', '/graphql', { extensions })
    return [status, (json as GraphQLAnswer).errors?.[0]?.message]
  }
  const hash = hashOf(RestDashboardStatsDocument)
  expect(await ask(hash)).toEqual([401, 'Unauthorized'])
  for (const unknown of [`sha256:${'0'.repeat(64)}`, '', '__proto__', 'constructor'])
    expect(await ask(unknown)).toEqual([404, 'PersistedQueryNotFound'])
  expect((await ask(7))[0]).toBe(400)
  const staff = server.visitor()
  await staff.signIn((await clinic.user()).email)
  expect(await ask(hash, staff)).toEqual([200, undefined])
})
