import { describe, expect } from 'vitest'
import type { Role } from '#domain/access/actor.ts'
import type { FormerScope } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { GraphQLAnswer, TestServer } from '#tests/support/testServer.ts'

const missing = '01a1fce0-ee66-720f-a396-036531c7261f'
const newPatient = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@example.test' }

/** A program with an API key of a user with this role, by GraphQL and REST. */
async function program(clinic: TestClinic, server: TestServer, role: Role, scope: FormerScope) {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user({ role })
  const made = await createApiKey(clinic.as(admin), { userId: user.id, name: 'Program', scope })
  const { call, graphql } = bearing(server, made.secret)
  return { ...made, admin, user, call, graphql }
}

function bearing(server: TestServer, token: string) {
  const authorization = `Bearer ${token}`
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.visitor().call(method, path, body, { authorization, ...headers })
  const graphql = async (query: string, variables: object = {}) => {
    const { status, headers, json } = await call('POST', '/graphql', { query, variables })
    const { data, errors = [] } = json as Partial<GraphQLAnswer>
    return { status, headers, data: data ?? null, codes: errors.map(({ extensions }) => extensions.code) }
  }
  return { call, graphql }
}

const denials = async ({ db }: TestClinic) =>
  (await db.auditLog.findMany({ where: { action: 'denied' }, orderBy: { id: 'asc' } })).map(
    ({ resourceType, userId, details }) => ({ resourceType, userId, details }),
  )

test('administrators create, list and revoke keys; the secret is shown once', async ({ clinic, server }) => {
  const user = await clinic.user({ firstName: 'Reno' })
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role: 'admin', firstName: 'Ada' })).email)
  const input = { userId: user.id, name: 'Nightly report', scope: 'write', expiresInDays: 30 }
  const { createApiKey } = await visitor.ask<{ createApiKey: { secret: string; apiKey: { id: string } } }>(
    'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id isUsable } } }',
    { input },
  )
  const { secret, apiKey } = createApiKey
  expect((await bearing(server, secret).call('GET', '/api/auth/user')).json).toMatchObject({ id: user.id })

  const list = `{ apiKeys { edges { node {
    id name scope user { firstName } createdBy { firstName } createdAt expiresAt lastUsedAt revokedAt isUsable
  } } } }`
  const listed = async () => {
    const data = await visitor.ask<{ apiKeys: { edges: { node: object }[] } }>(list)
    expect(JSON.stringify(data)).not.toContain(secret)
    return data.apiKeys.edges[0]?.node
  }
  expect(await listed()).toEqual({
    id: apiKey.id,
    name: 'Nightly report',
    scope: 'write',
    user: { firstName: 'Reno' },
    createdBy: { firstName: 'Ada' },
    createdAt: '2026-01-05T15:00:00.000Z',
    expiresAt: '2026-02-04T15:00:00.000Z',
    lastUsedAt: '2026-01-05T15:00:00.000Z',
    revokedAt: null,
    isUsable: true,
  })
  await visitor.graphql('mutation($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { id } }', {
    input: { apiKeyId: apiKey.id },
  })
  expect(await listed()).toMatchObject({ isUsable: false, revokedAt: '2026-01-05T15:00:00.000Z' })
  expect((await bearing(server, secret).call('GET', '/api/auth/user')).status).toBe(401)
})

describe('a key acts as its user', () => {
  test('by GraphQL and REST, and the audit log has both key and user', async ({ clinic, server }) => {
    const { apiKey, user, call, graphql } = await program(clinic, server, 'staff', 'write')
    expect((await call('POST', '/api/patients', newPatient)).status).toBe(201)
    const { codes } = await graphql('{ patients { edges { node { lastName } } } }')
    expect(codes).toEqual([])
    expect(
      await clinic.db.auditLog.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } }),
    ).toMatchObject([
      { action: 'created', resourceType: 'patient', details: { apiKey: apiKey.id } },
      { action: 'listed', resourceType: 'patient', details: { apiKey: apiKey.id, count: 1 } },
    ])
  })

  test('so an attorney’s key finds only their patients, and missing permissions are denied', async ({
    clinic,
    server,
  }) => {
    const { call, graphql } = await program(clinic, server, 'attorney', 'write')
    const { id } = await clinic.patient()
    expect((await call('GET', '/api/patients')).json).toEqual([])
    expect((await call('GET', `/api/patients/${id}`)).status).toBe(404)
    expect((await call('POST', '/api/patients', newPatient)).status).toBe(403)
    expect((await graphql('{ auditLogs { totalCount } }')).codes).toEqual(['forbidden'])
  })

  test('and does not work while the user must change the password', async ({ clinic, server }) => {
    const { user, call } = await program(clinic, server, 'admin', 'write')
    await clinic.db.user.update({ where: { id: user.id }, data: { mustChangePassword: true } })
    expect((await call('GET', '/api/patients')).status).toBe(403)
  })
})

describe('a read-only key', () => {
  test('can read but not write by GraphQL and REST; each attempt writes an audit row', async ({
    clinic,
    server,
  }) => {
    const { apiKey, user, call, graphql } = await program(clinic, server, 'admin', 'read')
    const { id } = await clinic.patient({ createdById: user.id })
    expect((await call('GET', '/api/patients')).status).toBe(200)
    expect((await graphql('{ patients { totalCount } }')).codes).toEqual([])

    const rest = await call('POST', `/api/patients/${id}/drop`, '{broken')
    expect([rest.status, rest.json]).toEqual([
      403,
      { code: 'forbidden', message: 'This API key may only read' },
    ])
    const add = 'mutation($i: AddPatientInput!) { addPatient(input: $i) { id } }'
    for (const input of [newPatient, { nonsense: true }])
      expect((await graphql(add, { i: input })).codes).toEqual(['forbidden'])
    const named = await call('POST', '/graphql', {
      query: `query Q { me { id } } mutation M { readAllAlerts }`,
      operationName: 'M',
    })
    expect((named.json as GraphQLAnswer).errors[0]?.extensions.code).toBe('forbidden')

    expect(await clinic.db.patient.findMany({ select: { status: true } })).toEqual([
      { status: 'pending_consent' },
    ])
    const rows = await denials(clinic)
    expect(rows.map(({ resourceType }) => resourceType)).toEqual([
      'patient',
      'addPatient',
      'addPatient',
      'readAllAlerts',
    ])
    for (const row of rows)
      expect(row).toMatchObject({ userId: user.id, details: { code: 'forbidden', apiKey: apiKey.id } })
  })
})

describe('no key can do what only people may', () => {
  test.for<[string, object | undefined]>([
    ['{ apiKeys { edges { node { id } } } }', undefined],
    [
      'mutation($i: CreateApiKeyInput!) { createApiKey(input: $i) { secret } }',
      { userId: missing, name: 'Another', scope: 'write' },
    ],
    ['mutation($i: RevokeApiKeyInput!) { revokeApiKey(input: $i) { id } }', { apiKeyId: missing }],
    [
      'mutation($i: ChangePasswordInput!) { changePassword(input: $i) }',
      { currentPassword: PASSWORD, newPassword: 'a new passphrase' },
    ],
    [
      'mutation($i: SignInInput!) { signIn(input: $i) { message } }',
      { email: 'somebody@clinic.test', password: PASSWORD },
    ],
  ])('%s', async ([query, input], { clinic, server }) => {
    const { graphql } = await program(clinic, server, 'admin', 'write')
    await clinic.user({ email: 'somebody@clinic.test' })
    const answer = await graphql(query, { i: input })
    expect(answer.codes).toEqual(['forbidden'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await clinic.db.session.count()).toBe(0)
    expect(await clinic.db.apiKey.count()).toBe(1)
    expect(await denials(clinic)).toHaveLength(1)
  })

  test('by REST too', async ({ clinic, server }) => {
    const { user, call } = await program(clinic, server, 'admin', 'write')
    expect((await call('PUT', '/api/auth/change-password', '{broken')).status).toBe(403)
    const credentials = { email: user.email, password: PASSWORD }
    expect((await call('POST', '/api/auth/login', credentials)).status).toBe(403)
    expect((await call('POST', '/api/auth/logout')).status).toBe(200)
  })
})

describe('a token', () => {
  test('that is invalid gets 401 with WWW-Authenticate by GraphQL and REST', async ({ clinic, server }) => {
    const { apiKey, admin, secret } = await program(clinic, server, 'admin', 'write')
    await revokeApiKey(clinic.as(admin), { apiKeyId: apiKey.id })
    for (const token of [secret, `ck_${'A'.repeat(43)}`, 'nonsense', '']) {
      const { call, graphql } = bearing(server, token)
      const rest = await call('GET', '/api/patients')
      expect([rest.status, rest.headers.get('www-authenticate')], token).toEqual([401, 'Bearer'])
      const spoken = await graphql('{ patients { totalCount } }')
      expect([spoken.status, spoken.codes], token).toEqual([401, ['unauthenticated']])
      expect(spoken.headers.get('www-authenticate'), token).toBe('Bearer')
    }
    const bare = await server.visitor().call('GET', '/api/patients')
    expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('replaces the session cookie of the same request', async ({ clinic, server }) => {
    const { secret } = await program(clinic, server, 'attorney', 'read')
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role: 'admin' })).email)
    const role = async (authorization: string) => {
      const { status, json } = await visitor.call('GET', '/api/auth/user', undefined, { authorization })
      return status === 200 ? (json as { role: Role }).role : status
    }
    expect(await role(`Bearer ${secret}`)).toBe('attorney')
    expect(await role(`bearer ${secret}`)).toBe('attorney')
    expect(await role('Bearer nonsense')).toBe(401)
    expect(await role('Bearer')).toBe(401)
    expect(await role('Basic c2FtOnNhbQ==')).toBe('admin')
  })

  test('needs no origin check, because no site can make a browser send it', async ({ clinic, server }) => {
    const { call } = await program(clinic, server, 'staff', 'write')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await call('POST', '/api/patients', newPatient, foreign)).status).toBe(201)
    const bare = await server.visitor().call('POST', '/api/patients', newPatient, foreign)
    expect([bare.status, bare.json]).toEqual([403, { message: 'This request came from another site' }])
  })

  test('takes one statement to recognize', async ({ clinic, server }) => {
    const { graphql } = await program(clinic, server, 'staff', 'read')
    await graphql('{ me { id } }')
    expect(work(await statementsOf(() => graphql('{ me { id } }')))).toHaveLength(1)
  })
})
