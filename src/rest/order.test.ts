import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { routes } from './router.ts'

const missing = '01a1fcf0-bbdc-730f-8d22-fb8393291341'
const at = (path: string) => path.replaceAll(/:\w+/g, missing)

async function signedIn(
  clinic: TestClinic,
  server: TestServer,
  role: 'admin' | 'staff' | 'attorney' = 'admin',
) {
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user({ role })).email)
  return visitor
}

describe('the order of errors', () => {
  test('401 comes first, except for signing in and out, for links, and for calls that do not exist in production', async ({
    clinic,
    server,
  }) => {
    await clinic.user()
    const open = ['/api/auth/login', '/api/auth/logout', '/api/debug/session']
    const isOpen = (path: string) =>
      open.includes(path) || path.startsWith('/api/auth/passkey') || path.includes('/:secret/')
    for (const { method, path } of routes.filter((one) => !isOpen(one.path))) {
      const body = method === 'GET' ? undefined : '{broken'
      const { status, json } = await server.visitor().call(method, at(path), body)
      expect([status, json], `${method} ${path}`).toEqual([
        401,
        { code: 'unauthenticated', message: 'Unauthorized' },
      ])
    }
    expect(await clinic.db.auditLog.count()).toBe(0)
  })

  test('403 role, 415 and 413 body, 400 input, 404 patient, 409 state', async ({ clinic, server }) => {
    const [admin, attorney] = [await signedIn(clinic, server), await signedIn(clinic, server, 'attorney')]
    const override = `/api/patients/${missing}/status`
    const plain = { 'content-type': 'text/plain' }
    const status = async (who: typeof admin, body: unknown, headers = {}, path = override) =>
      (await who.call('PATCH', path, body, headers)).status

    expect(await status(attorney, '{broken', plain)).toBe(403)
    expect(await status(admin, '{broken', plain)).toBe(415)
    expect(await status(admin, `"${'x'.repeat(1_000_001)}"`)).toBe(413)
    expect(await status(admin, '{broken')).toBe(400)
    expect(await status(admin, '[]')).toBe(400)
    expect(await status(admin, { status: 'nonsense' })).toBe(400)
    expect(await status(admin, { status: 'schedulable' })).toBe(404)
    const { id } = await clinic.patient({ status: 'schedulable' })
    expect(await status(admin, { status: 'schedulable' }, {}, `/api/patients/${id}/status`)).toBe(409)
  })

  test('a streamed body over one megabyte gets 413 too', async ({ server }) => {
    const answer = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob(['x'.repeat(1_500_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
  })
})

describe('input', () => {
  test.for([
    [
      'of ten thousand fields',
      Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, 1])),
      'Send at most 10000 values in the body',
    ],
    [
      'nested deep',
      { email: JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`) },
      'Nest the body at most 16 levels deep',
    ],
  ])('%s is rejected before it is validated', async ([, body, message], { server }) => {
    expect(await server.visitor().call('POST', '/api/auth/login', body)).toMatchObject({
      status: 400,
      json: { message },
    })
  })

  test('of the wrong type gets 400 with the form’s message for each field', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const body = { firstName: 7, lastName: true, email: {}, dateOfBirth: 7, status: ['pending_consent'] }
    const { status, json } = await admin.call('POST', '/api/patients', body)
    expect(status).toBe(400)
    expect(json).toMatchObject({
      fields: {
        firstName: 'First name is required',
        lastName: 'Last name is required',
        email: 'Valid email is required',
        dateOfBirth: 'Date of birth must be a date as YYYY-MM-DD, from 1900 on',
        status: 'Choose one of the statuses a new patient can start with',
      },
    })
    expect((json as { message: string }).message).toMatch(/First name is required.*Valid email is required/)
  })

  test('with an unknown field is rejected by name and changes nothing', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const body = { firstName: 'A', lastName: 'B', email: 'a@b.test', createdBy: 'me', isAdmin: true }
    const { status, json } = await admin.call('POST', '/api/patients', body)
    expect([status, (json as { fields: object }).fields]).toEqual([
      400,
      { createdBy: 'Unknown field: createdBy', isAdmin: 'Unknown field: isAdmin' },
    ])
    expect(await clinic.db.patient.count()).toBe(0)
  })

  test('with an unknown field is rejected even if the call takes only a path', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const calls = [
      ['PUT', `/api/alerts/${missing}/read`],
      ['DELETE', `/api/patients/${missing}/notes/${missing}`],
      ['DELETE', `/api/patients/${missing}/records/${missing}`],
      ['DELETE', `/api/users/${missing}`],
      ['POST', `/api/patients/${missing}/send-consent`],
    ] as const
    for (const [method, path] of calls) {
      const { status, json } = await admin.call(method, path, { force: true })
      expect([status, json], path).toMatchObject([400, { fields: { force: 'Unknown field: force' } }])
    }
  })

  test('with an unknown field is rejected even if every object has a property of that name', async ({
    clinic,
    server,
  }) => {
    const admin = await signedIn(clinic, server)
    const body =
      '{ "firstName": "A", "lastName": "B", "email": "a@b.test", "__proto__": 1, "constructor": 2 }'
    const { status, text } = await admin.call('POST', '/api/patients', body)
    expect(status).toBe(400)
    for (const name of ['__proto__', 'constructor'])
      expect(text).toContain(`"${name}":"Unknown field: ${name}"`)
    expect(await clinic.db.patient.count()).toBe(0)
  })

  test('with an ID that the path has already is rejected, with any value', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const [meant, other] = [await clinic.patient(), await clinic.patient()]
    for (const patientId of [meant.id, other.id, null]) {
      const body = { dropReason: 'Moved out of state', patientId }
      const { status, json } = await admin.call('POST', `/api/patients/${meant.id}/drop`, body)
      expect([status, json]).toEqual([
        400,
        {
          code: 'invalid',
          message: 'Unknown field: patientId',
          fields: { patientId: 'Unknown field: patientId' },
        },
      ])
    }
    const note = { content: 'Called', noteId: meant.id, patientId: meant.id }
    const { json } = await admin.call('PUT', `/api/patients/${meant.id}/notes/${missing}`, note)
    expect(json).toMatchObject({ fields: { noteId: expect.any(String), patientId: expect.any(String) } })
    expect(await clinic.db.patient.count({ where: { status: 'dropped' } })).toBe(0)
  })

  test('with an unknown query parameter is rejected by name', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    for (const query of [
      'status=nope',
      'search=a+b+c+d+e+f+g',
      'limit=0',
      'limit=101',
      'limit=x',
      'after=zzz',
    ]) {
      const { status, json } = await admin.call('GET', `/api/patients?${query}`)
      expect(status, query).toBe(400)
      expect(json, query).toMatchObject({ fields: { [query.split('=')[0] as string]: expect.any(String) } })
    }
  })

  test('that is hostile never causes an internal error', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const hostile = [
      "'; DROP TABLE patients; --",
      '%_\\',
      '\u0000',
      '\ud800',
      '<script>',
      'x'.repeat(100_000),
    ]
    for (const text of hostile) {
      const name = JSON.stringify(text).slice(0, 30)
      const search = await admin.call(
        'GET',
        `/api/patients?search=${encodeURIComponent(text.toWellFormed()).slice(0, 9000)}`,
      )
      expect(search.status, `search ${name}`).toBeLessThan(500)
      const added = { firstName: text, lastName: text, email: text, phone: text, status: text }
      expect((await admin.call('POST', '/api/patients', added)).status, name).toBe(400)
      expect(
        (await admin.call('POST', '/api/auth/login', { email: text, password: text })).status,
        name,
      ).toBeLessThan(500)
    }
  })
})

describe('the path', () => {
  test('gets 404 with a message if it does not exist', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    for (const path of ['/api', '/api/', '/api/nothing', '/api/patients/x/y/z', '/api/../etc/passwd'])
      for (const method of ['GET', 'POST'])
        if (path.startsWith('/api')) {
          const { status, json } = await admin.call(method, path)
          if (path === '/api/../etc/passwd') expect(status).toBe(404)
          else
            expect([status, json], `${method} ${path}`).toEqual([
              404,
              { code: 'not_found', message: 'There is no such call. /api/openapi.json lists all calls.' },
            ])
        }
  })

  test('gets 405 for a wrong method, with the allowed ones', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const { status, headers, json } = await admin.call('DELETE', '/api/patients')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(json).toEqual({
      code: 'method_not_allowed',
      message: 'DELETE is not allowed here, only GET, HEAD, POST',
    })
    const write = await admin.call('GET', `/api/patients/${missing}/drop`)
    expect([write.status, write.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await admin.call('HEAD', `/api/patients/${missing}/drop`)).status).toBe(405)
  })

  test('with an invalid escape sequence is not found', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    const { status, json } = await admin.call('GET', '/api/patients/%E0%A4%A')
    expect([status, json]).toEqual([404, { code: 'not_found', message: 'Patient not found' }])
    expect((await admin.call('GET', '/api/patients/%00')).status).toBe(400)
  })

  test('responds to HEAD as to GET, without the body', async ({ clinic, server }) => {
    const admin = await signedIn(clinic, server)
    await clinic.patient()
    const head = await admin.call('HEAD', '/api/patients?limit=5')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await server.visitor().call('HEAD', '/api/patients')).status).toBe(401)
  })
})
