import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { invalidUtf8 } from '#tests/support/hostile/graphqlDocuments.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer, Visitor } from '#tests/support/testServer.ts'

async function signedIn(
  clinic: TestClinic,
  server: TestServer,
  role: 'admin' | 'staff' | 'attorney',
): Promise<Visitor> {
  const user = await clinic.user({ role })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  return visitor
}

const codes = ({ errors }: { errors: { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code)

describe('introspection', () => {
  const ways = [
    '{ __schema { queryType { name } } }',
    '{ __type(name: "User") { name } }',
    '{ hidden: __type(name: "User") { name } }',
    '{ ... on Query { __type(name: "User") { name } } }',
    '{ ...F } fragment F on Query { ...G } fragment G on Query { __schema { queryType { name } } }',
  ]

  test.for(ways)('only administrators: %s', async (query, { clinic, server }) => {
    expect(codes(await server.visitor().graphql(query))).toEqual(['unauthenticated'])
    for (const role of ['staff', 'attorney'] as const) {
      const { data, errors } = await (await signedIn(clinic, server, role)).graphql(query)
      expect(data ?? null, role).toBeNull()
      expect(codes({ errors }), role).toEqual(['forbidden'])
    }
    expect(await clinic.db.auditLog.count({ where: { action: 'denied', resourceType: 'schema' } })).toBe(2)
    const { data, errors } = await (await signedIn(clinic, server, 'admin')).graphql(query)
    expect(errors).toEqual([])
    expect(data).not.toBeNull()
  })

  test('an error suggests no field or argument names', async ({ server }) => {
    const misspelled = await server.visitor().graphql('{ me { firstNaem } }')
    expect(misspelled.errors[0]?.message).toBe('Cannot query field "firstNaem" on type "Viewer".')
    const value = await server
      .visitor()
      .graphql('mutation($i: SignInInput!) { signIn(input: $i) { message } }', { i: { emial: 'x' } })
    expect(JSON.stringify(value.errors)).not.toMatch(/did you mean/i)
  })
})

describe('a request without a session', () => {
  const long = (query: string) => `# ${'x'.repeat(4096)}\n${query}`

  test('may be a document of at most 4 KB with public fields', async ({ clinic, server }) => {
    const staff = await signedIn(clinic, server, 'staff')
    expect((await server.visitor().graphql('{ __typename me { id } }')).errors).toEqual([])
    for (const query of [
      long('{ me { id } }'),
      '{ me { id } counts { __typename } }',
      '{ nothingOfTheKind }',
      'query A { me { id } } query B { patients { totalCount } }',
    ]) {
      const body = { query, operationName: query.startsWith('query A') ? 'A' : undefined }
      const { status, json } = await server.visitor().call('POST', '/graphql', body)
      expect(status, query).toBe(401)
      expect(json, query).toMatchObject({ errors: [{ extensions: { code: 'unauthenticated' } }] })
    }
    expect((await staff.graphql(long('{ me { id } }'))).errors).toEqual([])
  })
})

describe('access', () => {
  test('without a session is denied with 401, for any fragments and variables', async ({ server }) => {
    for (const [query, variables] of [
      ['{ patients { totalCount } }', {}],
      ['{ ...F } fragment F on Query { patients { totalCount } }', {}],
      ['query($f: Int) { patients(first: $f) { totalCount } }', { f: 'x' }],
      ['query($f: Int) { ... on Query { patients(first: $f) { totalCount } } }', { f: 'x' }],
    ] as const) {
      const answer = await server.visitor().graphql(query, variables)
      expect(answer.status, query).toBe(401)
      expect(codes(answer), query).toEqual(['unauthenticated'])
      expect(answer.errors[0]?.message).toBe('Unauthorized')
    }
  })

  test('without permission is denied with 403 before the input is validated', async ({ clinic, server }) => {
    const attorney = await signedIn(clinic, server, 'attorney')
    const add = 'mutation($i: AddPatientInput!) { addPatient(input: $i) { id } }'
    expect(codes(await attorney.graphql(add, { i: {} }))).toEqual(['forbidden'])
    expect(codes(await attorney.graphql('{ auditLogs { totalCount } }'))).toEqual(['forbidden'])
  })

  test('a user who must change the password can only do that, sign out and read their own name', async ({
    clinic,
    server,
  }) => {
    const user = await clinic.user({ role: 'admin', mustChangePassword: true })
    const visitor = server.visitor()
    await visitor.signIn(user.email)
    expect((await visitor.graphql('{ me { id mustChangePassword } }')).data).toEqual({
      me: { id: user.id, mustChangePassword: true },
    })
    for (const query of ['{ patients { totalCount } }', '{ dashboardStats { totalPatients } }'])
      expect(codes(await visitor.graphql(query))).toEqual(['forbidden'])
    const change = 'mutation($i: ChangePasswordInput!) { changePassword(input: $i) }'
    const passwords = { currentPassword: 'Clinic-demo-2026', newPassword: 'a new passphrase' }
    expect((await visitor.graphql(change, { i: passwords })).errors).toEqual([])
    expect((await visitor.graphql('{ patients { totalCount } }')).errors).toEqual([])
  })
})

describe('the transport', () => {
  const query = '{ me { id } }'

  test('a mutation by GET is rejected and not run', async ({ clinic, server }) => {
    const visitor = await signedIn(clinic, server, 'staff')
    const answer = await visitor.call('GET', `/graphql?query=${encodeURIComponent('mutation { signOut }')}`)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(await clinic.db.session.count()).toBe(1)
  })

  test('invalid UTF-8 gets 400, in the body and in the URL', async ({ server }) => {
    const send = (path: string, body: Buffer) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array(body),
      })
    expect((await send('/graphql', invalidUtf8().body)).status).toBe(400)
    const login = Buffer.concat([
      Buffer.from('{"email":"a'),
      Buffer.from([0xff]),
      Buffer.from('","password":"x"}'),
    ])
    expect((await send('/api/auth/login', login)).status).toBe(400)
    for (const query of ['{me{id}}%FF', '{me{id}}%C3%28', '{me{id}}%'])
      expect((await server.visitor().call('GET', `/graphql?query=${query}`)).status, query).toBe(400)
  })

  test('batched requests are rejected', async ({ server }) => {
    expect((await server.visitor().call('POST', '/graphql', [{ query }, { query }])).status).toBe(400)
  })

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    '',
  ])('a body of type %j gets 415', async (type, { server }) => {
    const answer = await server
      .visitor()
      .call('POST', '/graphql', JSON.stringify({ query }), { 'content-type': type })
    expect(answer.status).toBe(415)
    expect(answer.json).toEqual({ message: 'Send the body as application/json' })
  })

  test('a body over one megabyte gets 413, with and without a Content-Length', async ({ server }) => {
    const big = JSON.stringify({ query, padding: 'x'.repeat(1_000_000) })
    const announced = await server.visitor().call('POST', '/graphql', big)
    expect(announced.status).toBe(413)
    const streamed = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  test('a body without a Content-Length is accepted', async ({ server }) => {
    const send = async (body: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([body]).stream(),
        duplex: 'half',
      } as RequestInit)
    expect(await (await send(JSON.stringify({ query }))).json()).toEqual({ data: { me: null } })
    expect((await send('')).status).toBe(400)
  })
})
