import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { makeSite } from './site.ts'

const everywhere: [string, string][] = [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['GET', '/api/auth/user'],
  ['GET', '/api/nothing'],
  ['PUT', '/api/patients'],
  ['POST', '/graphql'],
  ['GET', '/graphql'],
  ['DELETE', '/graphql'],
  ['OPTIONS', '/api/patients'],
]

describe('every response', () => {
  test.for(everywhere)('%s %s carries the safe headers', async ([method, path], { server }) => {
    const { headers } = await server.visitor().call(method, path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': expect.stringMatching(/max-age=\d{8}; includeSubDomains/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.any(String),
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
    })
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })
})

describe('a preflight', () => {
  test.for(['https://evil.example', 'null'])('from %s is granted nothing', async (origin, { server }) => {
    for (const path of ['/graphql', '/api/patients', '/api/auth/login', '/']) {
      const { status, headers } = await server.visitor().call('OPTIONS', path, undefined, {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      })
      expect(status).toBe(204)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('nor is a request from another site that needs none', async ({ server }) => {
    const { headers } = await server
      .visitor()
      .call('GET', '/api/auth/user', undefined, { origin: 'https://evil.example' })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

/** The status of a request that `fetch` would not send. */
const bare = ({ url }: TestServer, method: string, path: string) =>
  new Promise<{ status: number | undefined; allow: string | undefined }>((resolve, reject) => {
    request(`${url}${path}`, { method }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, allow: answer.headers.allow })
    })
      .on('error', reject)
      .end()
  })

describe('a method', () => {
  test.for(['TRACE', 'PROPFIND', 'LINK'])('%s is not allowed at any path', async (method, { server }) => {
    for (const path of ['/', '/graphql', '/api/patients']) {
      const { status, allow } = await bare(server, method, path)
      expect([path, status]).toEqual([path, 405])
      expect(allow).toMatch(/GET, HEAD, POST/)
    }
  })
})

test('anyone can read the OpenAPI document of the installation, and nobody can change it', async ({
  server,
}) => {
  const visitor = server.visitor()
  const { status, headers, text } = await visitor.call('GET', '/api/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(text).toBe(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
  expect(await bare(server, 'PUT', '/api/openapi.json')).toEqual({ status: 405, allow: 'GET, HEAD' })
})

describe('an endpoint that fails before it responds', () => {
  test('gets an error page, is logged, and does not affect other requests', async () => {
    const faults: unknown[] = []
    const refuse = () => Promise.reject(new Error('no database'))
    const site = makeSite({
      publicUrl: 'http://localhost',
      readiness: async () => ({ message: 'not ready', notReady: ['storage'] }),
      tell: (error) => {
        faults.push(error)
        return { status: 503, message: 'Back in a moment', retryAfter: 7 }
      },
      assets: (_req, _res, next) => next(),
      graphql: refuse,
      rest: () => {
        throw new Error('at once')
      },
      calendar: refuse,
      logo: refuse,
      evidence: refuse,
      webhook: refuse,
      signOn: refuse,
      pages: refuse,
    })
    const listener = createServer(site).listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    for (const path of ['/graphql', '/api/patients']) {
      const answer = await fetch(base + path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('7')
      expect(await answer.json()).toEqual({ message: 'Back in a moment' })
    }
    expect(faults).toHaveLength(2)
    const ready = await fetch(`${base}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ message: 'not ready', notReady: ['storage'] })
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    listener.close()
    listener.closeAllConnections()
  })
})
