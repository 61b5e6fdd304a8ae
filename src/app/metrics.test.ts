import { readdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test as plain } from 'vitest'
import { openMetrics, serveMetrics } from '#app/metrics.ts'
import { setSafeHeaders } from '#http/headers.ts'
import { makeTraffic } from '#http/traffic.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer, type TestServer } from '#tests/support/testServer.ts'

const [asset = ''] = readdirSync(new URL('../../dist/client/_astro', import.meta.url))

const CONNECTIONS = 20

async function openMeasuredServer(
  clinic: TestClinic,
): Promise<TestServer & { read: (path?: string) => Promise<Response> }> {
  const measured = openMetrics(async () => 3)
  const limits = { connectionsPerAddress: CONNECTIONS }
  const server = await openTestServer(clinic, { measured, limits, heard: measured.metrics.cutOff })
  const listener = await serveMetrics(measured.metrics, 0, '127.0.0.1')
  const { port } = listener.address() as AddressInfo
  onTestFinished(async () => {
    await server.close()
    listener.close()
    listener.closeAllConnections()
  })
  return { ...server, read: (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`) }
}

/** One connection more than the address may have, in addition to the visitor's own. */
async function connectTooOften({ url }: TestServer): Promise<void> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(new URL(url).port), '127.0.0.1'))
  await Promise.race(sockets.map((socket) => new Promise((closed) => socket.once('close', closed))))
  for (const socket of sockets) socket.destroy()
}

test('the metrics have the durations and errors of each endpoint, and no personal data', async ({
  clinic,
}) => {
  const server = await openMeasuredServer(clinic)
  const user = await clinic.user({ role: 'attorney', lastName: 'Featherstone' })
  const patient = await clinic.patient({ assignedAttorneyId: user.id })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  await visitor.call('GET', `/api/patients/${patient.id}`)
  await visitor.call('GET', `/api/patients/${user.id}`)
  await visitor.graphql('{ patients { totalCount } }')
  await visitor.graphql('{ auditLogs { totalCount } }')
  await visitor.graphql('{ nonsense }')
  await visitor.call('GET', `/_astro/${asset}`)
  await visitor.call('GET', '/patients')
  await visitor.call('DELETE', '/patients')
  await visitor.call('GET', '/healthz')
  await connectTooOften(server)

  const text = await (await server.read()).text()
  const counted = [...text.matchAll(/^caseload_request_duration_seconds_count\{(.*)\} (\d+)$/gm)].map(
    ([, labels, count]) => `${labels?.replaceAll('"', '')} ${count}`,
  )
  expect(counted.sort()).toEqual([
    'endpoint=asset,status=2xx 1',
    'endpoint=graphql,status=2xx 3',
    'endpoint=page,status=4xx 2',
    'endpoint=rest,status=2xx 2',
    'endpoint=rest,status=4xx 1',
  ])
  expect(text).toContain('caseload_failures_total{code="not_found"} 1')
  expect(text).toContain('caseload_failures_total{code="forbidden"} 1')
  expect(text).toContain('caseload_failures_total{code="invalid"} 1')
  expect(text).toContain('caseload_open_streams 0')
  expect(text).toContain('caseload_open_connections 3')
  expect(text).toMatch(/^caseload_cut_off_total\{reason="connection"\} \d$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  for (const word of [user.id, patient.id, user.email, user.lastName, patient.lastName, '/api/', asset])
    expect(text).not.toContain(word)
})

test('the site does not serve metrics, and their port serves nothing else', async ({ clinic }) => {
  const server = await openMeasuredServer(clinic)
  expect((await server.visitor().call('GET', '/metrics')).status).toBe(404)
  for (const path of ['/', '/healthz', '/api/patients', '/metrics?all']) {
    expect((await server.read(path)).status, path).toBe(404)
  }
})

plain('an open stream is counted while it is open, and its hours are no duration of a request', async () => {
  const heard: string[] = []
  const traffic = makeTraffic<'graphql'>((endpoint, status) => heard.push(`${endpoint} ${status}`))
  const open: ServerResponse[] = []
  const listener = createServer((_req, res) => {
    setSafeHeaders(res)
    traffic.enter(res, 'graphql')
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).write(':\n\n')
    open.push(res)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  onTestFinished(() => void listener.close())
  await fetch(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
  expect(traffic.openStreams()).toBe(1)
  const [stream] = open
  const closed = new Promise((resolve) => stream?.once('close', resolve))
  stream?.destroy()
  await closed
  expect(traffic.openStreams()).toBe(0)
  expect(heard).toEqual([])
})
