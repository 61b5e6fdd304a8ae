import { expect, onTestFinished, test as plain } from 'vitest'
import { loggedPath } from '#app/accessLog.ts'
import { makeLog } from '#app/log.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

const id = '01a1fcf0-bbdc-730f-8d22-fb8393291341'

plain.each([
  ['/', '/'],
  ['/patients?search=Lindqvist', '/patients'],
  [`/api/patients/${id}/notes`, `/api/patients/${id}/notes`],
  [`/alerts/${id}`, `/alerts/${id}`],
  ['/api/patients/lindqvist', '/api/patients/*'],
  ['/patients/lindqvist', '/patients/*'],
  ['/sign/kq5W9n-secret', '/sign/*'],
  [`/sign/${id}`, '/sign/*'],
  [`/sign/away/${id}`, '/sign/away/*'],
  ['/sign/copy/kq5W9n-secret', '/sign/copy/*'],
  ['/reminder/kq5W9n', '/reminder/*'],
  [`/forwarded/kq5W9n/${id}`, '/forwarded/*/*'],
  [`/api/forwardings/${id}/records/${id}/file`, '/api/forwardings/*/records/*/file'],
  ['/calendar/secret.ics', '/calendar/*'],
  ['/_astro/Page.a1b2.js', '/_astro/*'],
  ['/%0A{"level":10}', '/*'],
])('%s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})

/** A server that writes its log to memory, and the lines of its requests. */
async function watchedServer(clinic: Parameters<typeof openTestServer>[0], settings: Record<string, string>) {
  let text = ''
  const log = makeLog('info', {
    write: (chunk) => {
      text += chunk
    },
  })
  const server = await openTestServer(clinic, { log, settings })
  onTestFinished(server.close)
  const requests = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
  return { server, requests, text: () => text }
}

test('each request has a line with its ID, its user, its status and no patient data', async ({ clinic }) => {
  const { server, requests, text } = await watchedServer(clinic, { ACCESS_LOG: 'on' })
  const user = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Lindqvist' })
  const visitor = server.visitor()
  const answers = [
    await visitor.signIn(user.email),
    await visitor.call('GET', `/api/patients/${patient.id}/consent-form?requestId=Lindqvist`),
    await visitor.call('GET', '/api/patients/lindqvist'),
    await visitor.call('GET', '/sign/a-secret-link'),
    await visitor.call('GET', '/healthz'),
  ]
  const expected = [
    ['POST', '/api/auth/login', 200, undefined],
    ['GET', `/api/patients/${patient.id}/consent-form`, 404, user.id],
    ['GET', '/api/patients/*', 404, user.id],
    ['GET', '/sign/*', 404, user.id],
  ]
  await expect.poll(requests).toHaveLength(expected.length)
  expect(requests().map(({ method, path, status, userId }) => [method, path, status, userId])).toEqual(
    expected,
  )
  expect(requests().map(({ requestId }) => requestId)).toEqual(
    answers.slice(0, -1).map(({ headers }) => headers.get('x-request-id')),
  )
  expect(requests()[1]).toMatchObject({ ms: expect.any(Number), bytes: expect.any(Number) })
  expect(requests()[1].bytes).toBeGreaterThan(100)
  expect(text()).not.toMatch(/lindqvist|a-secret-link/i)
  expect(text()).not.toContain(user.email)
})

test('ACCESS_LOG=off writes no lines of requests', async ({ clinic }) => {
  const { server, requests } = await watchedServer(clinic, { ACCESS_LOG: 'off' })
  expect((await server.visitor().call('GET', '/api/patients')).status).toBe(401)
  expect(requests()).toEqual([])
})
