import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { test } from '#tests/support/backedUpClinic.ts'
import { PASSWORD, SESSION_SECRET } from '#tests/support/clinic.ts'
import { startReceiver } from '#tests/support/receiver.ts'
import { startServer } from '#tests/support/serverProcess.ts'
import { SENDER, startMailServer } from '#tests/support/smtpServer.ts'
import { signIn } from './caller.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector of OpenTelemetry that keeps the spans it gets, and the path and key of each request. */
async function openCollector() {
  const bodies: Sent[] = []
  const calls: string[] = []
  const server = createServer(async (req, res) => {
    calls.push(`${req.url} ${req.headers['api-key']}`)
    bodies.push((await json(req)) as Sent)
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    text: () => JSON.stringify(bodies),
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

test('traces follow a request down to SQL and storage, continue in other services, and have no data of patients', async ({
  source: { clinic, admin, patient, record, place },
}) => {
  const [collector, mailServer, receiver] = [
    await openCollector(),
    await startMailServer(),
    await startReceiver(),
  ]
  onTestFinished(mailServer.stop)
  onTestFinished(receiver.close)
  const attorney = await clinic.user({ role: 'attorney' })
  const server = await startServer({
    DATABASE_URL: place.ownerUrl,
    DATA_DIR: place.settings.dataDir,
    SESSION_SECRET,
    SMTP_URL: mailServer.url,
    MAIL_FROM: SENDER,
    WEBHOOK_PRIVATE_HOSTS: receiver.host,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a-secret',
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const call = await signIn(server.url, { email: admin.email, password: PASSWORD })
  const key = await call('POST', '/graphql', {
    query: `mutation Key($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }`,
    variables: { input: { userId: admin.id, name: 'Sync', scopes: ['patients_read'] } },
  })
  const apiKeyId = (key.json as { data: { createApiKey: { apiKey: { id: string } } } }).data.createApiKey
    .apiKey.id
  const webhook = await call('POST', '/api/webhooks', { name: 'Sync', url: receiver.url, apiKeyId })
  expect(webhook.status).toBe(201)

  const [traceId, parentSpanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const traceparent = `00-${traceId}-${parentSpanId}-01`
  const get = (path: string) =>
    fetch(server.url + path, {
      headers: { cookie: call.cookie, traceparent, tracestate: 'vendor=any-text' },
    }).then((res) => res.arrayBuffer())
  await get(`/api/patients?search=${patient.lastName}`)
  await get(`/api/patients/${patient.id}/records/${record.id}/file`)
  const assigned = await call('PATCH', `/api/patients/${patient.id}/assignment`, {
    assignedAttorney: attorney.id,
  })
  expect(assigned.status).toBe(200)
  await expect.poll(() => mailServer.letters.length).toBeGreaterThan(0)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  expect(await server.stop()).toBe(0)

  expect(new Set(collector.calls)).toEqual(new Set(['/v1/traces a-secret']))
  const spans = collector.spans()
  const mine = spans.filter((span) => span.traceId === traceId)
  const requests = mine.filter((span) => span.parentSpanId === parentSpanId)
  expect(requests.map(({ name }) => name)).toEqual([
    'GET /api/patients',
    'GET /api/patients/*/records/*/file',
  ])
  const below = (parent: Span | undefined): string[] =>
    mine.filter((span) => span.parentSpanId === parent?.spanId).flatMap((span) => [span.name, ...below(span)])
  expect(below(requests[0])).toEqual(expect.arrayContaining(['graphql query patients', 'SELECT patients']))
  expect(below(requests[1])).toEqual(expect.arrayContaining(['graphql query recordFile', 'storage read']))
  const names = new Set(spans.map(({ name }) => name))
  expect([...names]).toEqual(
    expect.arrayContaining(['job deliver_mail', 'mail send', 'job deliver_webhooks', 'webhook send']),
  )
  const [, sentTrace] = /^00-([\da-f]{32})-[\da-f]{16}-01$/.exec(
    String(receiver.received[0]?.headers.traceparent),
  ) ?? ['']
  expect(spans.find((span) => span.traceId === sentTrace)?.name).toMatch(/webhook/)
  expect(server.said()).toContain(`"traceId":"${traceId}"`)

  expect([...names].filter((name) => /readyz|healthz/.test(name))).toEqual([])
  const text = collector.text()
  for (const secret of [
    ...[patient.id, patient.firstName, patient.lastName, patient.email],
    ...['any-text', record.id, record.fileName, attorney.email, admin.email, PASSWORD, call.cookie],
  ])
    expect(text, secret).not.toContain(secret)
})
