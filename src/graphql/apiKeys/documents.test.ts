import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { GraphQLAnswer, TestServer } from '#tests/support/testServer.ts'

const LIST = 'query Names { patients { edges { node { lastName } } } }'
const FOLLOW = 'subscription Live { changes { resourceId } }'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** An administrator, and a program with a key that has all scopes of reading and writing. */
async function open(clinic: TestClinic, server: TestServer) {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const makeKey = async () => {
    const made = await createApiKey(clinic.as(admin), { userId: admin.id, name: 'Program', scope: 'write' })
    const authorization = `Bearer ${made.secret}`
    const call = (method: string, path: string, body?: unknown, headers = {}) =>
      server.visitor().call(method, path, body, { authorization, ...headers })
    const codeOf = async (body: object) => {
      const { status, json } = await call('POST', '/graphql', body)
      const { errors } = json as Partial<GraphQLAnswer>
      return errors?.[0]?.extensions.code ?? status
    }
    const byHash = (hash: string) =>
      codeOf({ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } })
    return { keyId: made.apiKey.id, call, codeOf, byHash }
  }
  const set = (apiKeyId: string, documents: string[]) =>
    visitor.graphql(
      'mutation($input: SetApiKeyDocumentsInput!) { setApiKeyDocuments(input: $input) { documentCount } }',
      { input: { apiKeyId, documents } },
    )
  return { admin, visitor, makeKey, set }
}

test('a key with a list runs its documents, by text or by hash, and nothing else', async ({
  clinic,
  server,
}) => {
  const { makeKey, set } = await open(clinic, server)
  const { keyId, call, codeOf, byHash } = await makeKey()
  expect(await codeOf({ query: '{ me { id } }' })).toBe(200)
  expect(await byHash(hashOf(LIST))).toBe('not_found')
  expect((await set(keyId, [LIST, FOLLOW])).data).toEqual({ setApiKeyDocuments: { documentCount: 2 } })

  expect(await codeOf({ query: LIST })).toBe(200)
  expect(await byHash(hashOf(LIST))).toBe(200)
  const url = `/graphql?extensions=${encodeURIComponent(
    JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hashOf(LIST) } }),
  )}`
  expect((await call('GET', url)).status).toBe(200)

  const own = '{ me { id } }'
  for (const query of [own, `${LIST} `, 'mutation { readAllAlerts }'])
    expect(await codeOf({ query }), query).toBe('forbidden')
  const withAnother = { query: `${LIST} query Other { me { id } }`, operationName: 'Other' }
  expect(await codeOf(withAnother)).toBe('forbidden')
  expect(await byHash(hashOf(own))).toBe('not_found')
  const patient = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.test' }
  const refused = [403, { code: 'forbidden', message: 'This API key may run only the documents of its list' }]
  for (const [method, path, body] of [
    ['GET', '/api/patients', undefined],
    ['POST', '/api/patients', patient],
    ['GET', '/api/changes', undefined],
    ['GET', '/api/patients/report', undefined],
  ] as const) {
    const { status, json } = await call(method, path, body)
    expect([status, json], path).toEqual(refused)
  }
  const stream = { accept: 'text/event-stream' }
  const followed = await call(
    'POST',
    '/graphql',
    { query: 'subscription { alertsChanged { __typename } }' },
    stream,
  )
  expect(followed.status).toBe(403)
  expect(await clinic.db.patient.count()).toBe(0)
  const denied = await clinic.db.auditLog.findMany({ where: { action: 'denied' } })
  expect(denied.length).toBeGreaterThanOrEqual(9)
  for (const { details } of denied) expect(details).toMatchObject({ code: 'forbidden', apiKey: keyId })

  await set(keyId, [])
  expect(await codeOf({ query: own })).toBe(200)
  expect((await call('GET', '/api/patients')).status).toBe(200)
  expect(await byHash(hashOf(LIST))).toBe('not_found')
})

test('a list belongs to one key', async ({ clinic, server }) => {
  const { makeKey, set } = await open(clinic, server)
  const [one, other] = [await makeKey(), await makeKey()]
  await set(one.keyId, [LIST])
  await set(other.keyId, ['{ me { id } }'])
  expect(await other.byHash(hashOf(LIST))).toBe('not_found')
  expect(await other.codeOf({ query: LIST })).toBe('forbidden')
  expect(await one.codeOf({ query: LIST })).toBe(200)
})

test('administrators see the list, and the audit log has what was added and removed', async ({
  clinic,
  server,
}) => {
  const { admin, visitor, makeKey, set } = await open(clinic, server)
  const { keyId } = await makeKey()
  const without = '{ me { id } }'
  await set(keyId, [LIST, without])
  await set(keyId, [LIST])
  await set(keyId, [LIST, FOLLOW])
  const { apiKeyDocuments } = await visitor.ask<{ apiKeyDocuments: object[] }>(
    'query($id: ID!) { apiKeyDocuments(apiKeyId: $id) { name hash text } }',
    { id: keyId },
  )
  expect(apiKeyDocuments).toEqual([
    { name: 'Live', hash: hashOf(FOLLOW), text: FOLLOW },
    { name: 'Names', hash: hashOf(LIST), text: LIST },
  ])
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'api_key', action: 'updated' },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ resourceId, details }) => [resourceId, details])).toEqual([
    [keyId, expect.objectContaining({ count: 2, added: [hashOf(LIST), hashOf(without)], removed: [] })],
    [keyId, expect.objectContaining({ count: 1, added: [], removed: [hashOf(without)] })],
    [keyId, expect.objectContaining({ count: 2, added: [hashOf(FOLLOW)], removed: [], userId: admin.id })],
  ])
})

test('what is not a document of this schema is refused by its place, and the list stays', async ({
  clinic,
  server,
}) => {
  const { makeKey, set } = await open(clinic, server)
  const { keyId, codeOf } = await makeKey()
  await set(keyId, [LIST])
  for (const [bad, problem] of [
    ['nonsense', 'Syntax Error'],
    ['{ unknown }', 'Cannot query field'],
    ['fragment F on Patient { id }', 'never used'],
    ['{ me { ...F } } fragment F on Viewer { ...F }', 'spread itself'],
  ] as const) {
    const documents = expect.stringMatching(`^Document 2: .*${problem}`)
    expect((await set(keyId, [LIST, bad])).errors, bad).toMatchObject([
      { extensions: { code: 'invalid', fields: { documents } } },
    ])
  }
  expect((await set(keyId, [LIST, LIST])).errors).toMatchObject([
    { extensions: { fields: { documents: 'Give each document once' } } },
  ])
  expect(await clinic.db.apiKeyDocument.count()).toBe(1)
  expect(await codeOf({ query: LIST })).toBe(200)
})

test('a revoked key gets no list, and a limited key is recognized with one statement', async ({
  clinic,
  server,
}) => {
  const { makeKey, set } = await open(clinic, server)
  const { keyId, codeOf } = await makeKey()
  await set(keyId, ['{ me { id } }'])
  await codeOf({ query: '{ me { id } }' })
  expect(work(await statementsOf(() => codeOf({ query: '{ me { id } }' })))).toHaveLength(1)
  await clinic.db.apiKey.update({ where: { id: keyId }, data: { revokedAt: clinic.now } })
  expect((await set(keyId, [])).errors).toMatchObject([{ extensions: { code: 'conflict' } }])
})
