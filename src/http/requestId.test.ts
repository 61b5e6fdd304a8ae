import { readdirSync } from 'node:fs'
import { describe, expect, onTestFinished } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { head, say } from '#tests/support/hostile/sockets.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

const [asset = ''] = readdirSync(new URL('../../dist/client/_astro', import.meta.url))
const ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/
const REFUSED = /^HTTP\/1\.1 (4\d\d|501) (.+\r\n)+X-Request-Id: [\da-f-]{36}\r\n/
const MINE = { 'x-request-id': 'chosen-by-the-caller' }

describe('every response has a request ID that the client cannot choose', () => {
  test.for([
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/nowhere'],
    ['GET', `/_astro/${asset}`],
    ['GET', '/api/patients'],
    ['GET', '/api/nothing'],
    ['DELETE', '/patients'],
    ['OPTIONS', '/api/patients'],
    ['POST', '/graphql'],
    ['GET', '/calendar/nothing.ics'],
    ['POST', '/api/webhooks/docusign'],
  ])('%s %s', async ([method = '', path = ''], { server }) => {
    const call = () => server.visitor().call(method, path, undefined, MINE)
    const ids = [await call(), await call()].map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(ID)
    expect(ids[0]).not.toBe(ids[1])
  })

  test.for([
    ['what the parser refuses', 'NONSENSE\r\n\r\n'],
    ['too large headers', head('GET /', `X-Big: ${'y'.repeat(20_000)}`)],
    ['too many headers', head('GET /', ...Array.from({ length: 110 }, (_, n) => `X-${n}: y`))],
    ['an unknown Expect header', head('GET /', 'Expect: miracles', 'Connection: close')],
  ])('%s', async ([, bytes = ''], { server }) => {
    const { answer } = say(server.url, bytes)
    expect(await answer).toMatch(REFUSED)
  })

  test('a body that comes too late', async ({ clinic }) => {
    const limits = { requestTimeout: 200, headersTimeout: 100, connectionsCheckingInterval: 20 }
    const server = await openTestServer(clinic, { limits })
    onTestFinished(server.close)
    const { answer } = say(server.url, head('POST /api/auth/login', 'Content-Length: 100'))
    expect(await answer).toMatch(REFUSED)
  })
})

describe('an ID that a trusted proxy sets', () => {
  const given = '4bf92f3577b34da6a3ce929d0e0e4736'
  const idOf = async (url: string, id: string) =>
    (await fetch(`${url}/healthz`, { headers: { 'x-request-id': id } })).headers.get('x-request-id')

  test('is that of the response and the audit log', async ({ clinic }) => {
    const server = await openTestServer(clinic, { settings: { TRUST_PROXY: 'true' } })
    onTestFinished(server.close)
    const { email } = await clinic.user()
    const login = { email, password: PASSWORD }
    const { headers } = await server
      .visitor()
      .call('POST', '/api/auth/login', login, { 'x-request-id': given })
    expect(headers.get('x-request-id')).toBe(given)
    const row = await clinic.db.auditLog.findFirstOrThrow({ where: { action: 'login' } })
    expect(row.requestId).toBe(given)
  })

  test.for([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(65)],
    ['with other characters', '4bf92f3577b34da6a3ce"}{level:50}'],
    ['of a job', 'job-12345678901234567890'],
  ])('is replaced if it is %s', async ([, id = ''], { clinic }) => {
    const server = await openTestServer(clinic, { settings: { TRUST_PROXY: '1' } })
    onTestFinished(server.close)
    expect(await idOf(server.url, id)).toMatch(ID)
  })

  test('is replaced if it comes from elsewhere than the trusted network', async ({ clinic }) => {
    const [inside, outside] = await Promise.all(
      ['127.0.0.0/8', '10.0.0.0/8'].map((TRUST_PROXY) =>
        openTestServer(clinic, { settings: { TRUST_PROXY } }),
      ),
    )
    for (const server of [inside, outside]) if (server) onTestFinished(server.close)
    expect(await idOf(inside?.url ?? '', given)).toBe(given)
    expect(await idOf(outside?.url ?? '', given)).toMatch(ID)
  })
})

test('a request with an unsupported Expect header gets an error with the supported one', async ({
  server,
}) => {
  const { answer } = say(server.url, head('GET /', 'Expect: miracles', 'Connection: close'))
  const [headers = '', body = ''] = (await answer).split('\r\n\r\n')
  expect(headers).toMatch(/^HTTP\/1\.1 417 /)
  expect(JSON.parse(body)).toEqual({
    message:
      'The server supports no expectation but 100-continue. Send the request without its Expect header.',
  })
})

test('the audit log has the same request ID as the response', async ({ clinic, server }) => {
  const { headers } = await server.visitor().signIn((await clinic.user()).email)
  const row = await clinic.db.auditLog.findFirstOrThrow({ where: { action: 'login' } })
  expect(row.requestId).toBe(headers.get('x-request-id'))
})

describe('a 401', () => {
  test.for([
    ['GET', '/api/patients'],
    ['GET', '/api/auth/user'],
    ['POST', '/api/auth/login'],
  ])(
    'of %s %s says how to authenticate, without a password prompt',
    async ([method = '', path = ''], { server }) => {
      const body =
        method === 'POST' ? { email: 'nobody@clinic.test', password: 'nothing of the kind' } : undefined
      const { status, headers } = await server.visitor().call(method, path, body)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    },
  )

  test('of /graphql, too', async ({ server }) => {
    const query = '{ patients { totalCount } }'
    const { status, headers } = await server.visitor().call('POST', '/graphql', { query })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})
