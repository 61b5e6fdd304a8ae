import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { describe, expect, onTestFinished } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { cookiesOf, openTestServer, type TestServer } from '#tests/support/testServer.ts'

const endpoints = ['/graphql', '/api/auth/login']

/** Sends bytes on a connection and then waits; `answer` is everything received until the server closed it. */
function say(server: TestServer, bytes: string): { socket: Socket; answer: Promise<string> } {
  let heard = ''
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
  socket
    .on('error', () => undefined)
    .on('data', (data) => {
      heard += data
    })
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  return { socket, answer }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: clinic', 'Connection: close', ...headers, '', ''].join('\r\n')

/** A server with short time limits, and its log. */
async function impatient(clinic: TestClinic) {
  const logged: string[] = []
  const server = await openTestServer(clinic, {
    limits: { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 30 },
    log: pino({}, { write: (line: string) => void logged.push(line) }),
  })
  onTestFinished(server.close)
  return { server, logged }
}

describe('a slow client', () => {
  test('with slow headers gets an error and is disconnected', async ({ clinic }) => {
    const { server, logged } = await impatient(clinic)
    const answer = await say(server, 'POST /graphql HTTP/1.1\r\nHost: clinic\r\nX-Slow: ').answer
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toMatch(/\r\nStrict-Transport-Security: .*\r\n/)
    expect(answer).toMatch(/\r\n\r\n\{"message":"The request took too long"\}$/)
    expect(logged).toEqual([])
  })

  test.for(endpoints)(
    'with a slow body at %s is disconnected too, and no error is logged',
    async (path, { clinic }) => {
      const { server, logged } = await impatient(clinic)
      for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
        const slow = request(`POST ${path}`, 'Content-Type: application/json', length)
        expect(statusOf(await say(server, `${slow}1\r\n{\r\n`).answer), length).toBe(408)
      }
      await server.visitor().call('GET', '/api/auth/user')
      expect(logged).toEqual([])
    },
  )

  test('does not delay other clients', async ({ clinic, server }) => {
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user()).email)
    const slow = Array.from({ length: 200 }, (_, n) =>
      say(
        server,
        `POST ${endpoints[n % 2]} HTTP/1.1\r\nHost: clinic\r\nContent-Length: 100\r\n${n % 3 ? '' : '\r\n{'}`,
      ),
    )
    onTestFinished(() => {
      for (const { socket } of slow) socket.destroy()
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call('GET', '/api/patients')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})

describe('an oversized request', () => {
  test('ten thousand headers, a hundred and twenty, or one of a megabyte', async ({ server }) => {
    const many = Array.from({ length: 10_000 }, (_, n) => `x-${n}: y`)
    for (const headers of [many, many.slice(0, 120), [`x-big: ${'y'.repeat(1_000_000)}`]])
      expect(statusOf(await say(server, request('GET /', ...headers)).answer)).toBe(431)
  })

  test.for(endpoints)('a body beyond a megabyte, announced or not, at %s', async (path, { server }) => {
    const type = 'Content-Type: application/json'
    const announced = request(`POST ${path}`, type, 'Content-Length: 1000001')
    expect(statusOf(await say(server, announced).answer)).toBe(413)
    const chunk = `${(250_000).toString(16)}\r\n${'x'.repeat(250_000)}\r\n`
    const streamed = `${request(`POST ${path}`, type, 'Transfer-Encoding: chunked')}${chunk.repeat(5)}`
    expect(statusOf(await say(server, streamed).answer)).toBe(413)
  })

  test.for(endpoints)('a body that is packed, which may hold gigabytes, at %s', async (path, { server }) => {
    const packed = new Uint8Array(gzipSync(Buffer.alloc(5_000_000, ' ')))
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: packed,
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      415,
      { message: 'Send the body uncompressed, without a Content-Encoding' },
    ])
    const plain = { 'content-encoding': 'identity' }
    const asItIs = await server.visitor().call('POST', path, { query: '{ me { id } }' }, plain)
    expect(asItIs.status).toBe(path === '/graphql' ? 200 : 400)
  })
})

describe('a request that two servers might read differently', () => {
  const two = '{"query":"mutation { signOut }"}'
  test.for([
    ['two lengths', ['Content-Length: 32', 'Content-Length: 5']],
    ['the same length twice', ['Content-Length: 32', 'Content-Length: 32']],
    ['a length and chunks', ['Content-Length: 32', 'Transfer-Encoding: chunked']],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 32']],
    ['a length that is none', ['Content-Length: 0x20']],
    ['chunks by another name', ['Transfer-Encoding: xchunked']],
    ['a header over two lines', ['X-Folded: a', ' b', 'Content-Length: 32']],
    ['a space before the colon', ['Content-Length : 32']],
  ] as [string, string[]][])('is refused: %s', async ([, headers], { server }) => {
    for (const path of endpoints) {
      const bytes = request(`POST ${path}`, 'Content-Type: application/json', ...headers)
      expect(statusOf(await say(server, bytes + two).answer), path).toBe(400)
    }
  })
})

describe('the host of a request', () => {
  const lines = (...all: string[]) => [...all, 'Connection: close', '', ''].join('\r\n')
  test.for([
    ['with two Host headers', lines('GET /healthz HTTP/1.1', 'Host: clinic', 'Host: clinic')],
    ['with two Host headers of two spellings', lines('GET /healthz HTTP/1.0', 'Host: clinic', 'hOST: evil')],
    ['without a Host header', lines('GET /healthz HTTP/1.1')],
    ['with an empty Host header', lines('GET /healthz HTTP/1.1', 'Host:')],
    ['with a Host header that is no host', lines('GET /healthz HTTP/1.1', 'Host: clinic/evil')],
    ['with an address of another host', lines('GET http://evil/healthz HTTP/1.1', 'Host: clinic')],
    ['with a target that is no path', lines('GET healthz HTTP/1.1', 'Host: clinic')],
  ])('that is ambiguous, %s, is rejected with 400', async ([, bytes = ''], { server }) => {
    const answer = await say(server, bytes).answer
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/)
    expect(answer).toMatch(/\r\nContent-Security-Policy: /)
  })

  test.for([
    ['the address of this host', lines('GET http://clinic/healthz?x HTTP/1.1', 'Host: Clinic')],
    [
      'the same without a path, with an IPv6 address',
      lines('OPTIONS http://[::1]:3 HTTP/1.1', 'Host: [::1]:3'),
    ],
    ['no Host header in HTTP/1.0', lines('GET /healthz HTTP/1.0')],
  ])('that is clear, with %s, is accepted', async ([, bytes = ''], { server }) => {
    expect(statusOf(await say(server, bytes).answer)).toBeLessThan(300)
  })
})

describe('a method', () => {
  test('that is unknown gets 501', async ({ server }) => {
    const answer = await say(server, request('NONSENSE /')).answer
    expect(answer).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/)
    expect(answer).toMatch(/\{"message":"Unknown method"\}$/)
  })

  test('of another protocol gets 400', async ({ server }) => {
    for (const bytes of ['GET / SPEECH/1.1\r\n\r\n', 'GET /\u0000 HTTP/1.1\r\n\r\n'])
      expect(statusOf(await say(server, bytes).answer), bytes).toBe(400)
  })

  test.for(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND'])(
    '%s is not allowed at any path',
    async (method, { server }) => {
      for (const path of ['/', ...endpoints]) {
        const status = statusOf(await say(server, request(`${method} ${path}`)).answer)
        if (method !== 'CONNECT') expect([405, 501]).toContain(status)
        else expect(status).not.toBe(200)
      }
    },
  )
})

test('a client that disconnects during a list is not logged as an error', async ({ clinic }) => {
  const { server, logged } = await impatient(clinic)
  const admin = await clinic.user({ role: 'admin' })
  const notes = 'x'.repeat(10_000)
  await clinic.db.patient.createMany({
    data: Array.from({ length: 400 }, (_, n) => ({
      firstName: 'Ines',
      lastName: `${n}`,
      email: `ines${n}@example.test`,
      createdById: admin.id,
      notes,
    })),
  })
  const visitor = server.visitor()
  const cookie = cookiesOf((await visitor.signIn(admin.email)).headers)
  const { socket, answer } = say(server, request('GET /api/patients', `Cookie: ${cookie}`))
  await new Promise((resolve) => socket.once('data', resolve))
  socket.resetAndDestroy()
  await answer
  const whole = await visitor.call('GET', '/api/patients')
  expect(whole.json).toHaveLength(400)
  expect(logged).toEqual([])
})
