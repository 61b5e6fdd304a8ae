import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { graphqlRequests, httpRequests } from '#tests/support/hostile/requests.ts'
import { hangUp, head, say, stalledReader, stalledUpload, statusIn } from '#tests/support/hostile/sockets.ts'
import { storm } from '#tests/support/hostile/storm.ts'
import { type ServerProcess, startServer } from '#tests/support/serverProcess.ts'
import { type DataFolder, makeDataFolder } from './dataFolder.ts'
import { growthDuring, memoryOf } from './memory.ts'

// The memory and connections that hostile clients can use on the built server, started as `npm start` does. The tests
// assert bytes and counts, not times.

/** Enough time on a machine that is busy with other tests. */
const LOADED_MS = 120_000

let folder: DataFolder
let server: ServerProcess

beforeAll(async () => {
  folder = makeDataFolder()
  const settings = { NODE_ENV: 'production', DATA_DIR: folder.path, SESSION_SECRET, LOG_LEVEL: 'error' }
  // The rate limit would reject most requests. These tests check the server without it.
  server = await startServer({ ...settings, REQUESTS_PER_MINUTE: '10000000' })
  await storm(server.url, { count: 100, atOnce: 4 }) // warm-up, so that compiled code does not count as growth
})

afterAll(async () => {
  await server.stop()
  folder.remove()
})

const isAlive = async () => (await fetch(`${server.url}/healthz`)).status

describe('one hostile request', () => {
  test.for([...graphqlRequests(), ...httpRequests()].map(({ name, bytes }) => [name, bytes] as const))(
    '%s gets a response or is cut off, never a server error',
    async ([, bytes]) => {
      const { socket, answer } = say(server.url, bytes)
      const status = statusIn(await Promise.race([answer, sleep(15_000, 'hung')])) ?? 0
      socket.destroy()
      expect([500, 502, 503]).not.toContain(status)
      expect(await isAlive()).toBe(200)
    },
  )
})

test('a thousand hostile requests leave no memory in use', { timeout: LOADED_MS }, async () => {
  const before = memoryOf(server.child.pid)
  const { sent } = await storm(server.url, { count: 1_000, atOnce: 8 })
  expect(sent).toBe(1_000)
  expect(await isAlive()).toBe(200)
  // 150 MB is what ten thousand may leave.
  await expect.poll(() => memoryOf(server.child.pid) - before, { timeout: 10_000 }).toBeLessThan(150)
})

test('800 stalled uploads of 1 MB stay within the memory limit, and other users are served', {
  timeout: LOADED_MS,
}, async () => {
  const held = 900_000
  const clients: ReturnType<typeof stalledUpload>[] = []
  onTestFinished(() => hangUp(clients))
  const grown = await growthDuring(server.child.pid, async () => {
    for (const path of ['/api/auth/login', '/graphql', '/', '/verify'])
      for (let n = 0; n < 200; n += 1)
        clients.push(stalledUpload(server.url, path, { announced: 1_000_000, sent: held, ...typeFor(path) }))
    await sleep(2_000)
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@clinic.example', password: 'nothing of the kind' }),
    })
    expect(login.status).toBe(401)
  })
  // Together they send 720 MB. The server uses about 200 MB of them, and 538 MB if REQUEST_BUFFER_MB is 2,000.
  expect(grown).toBeLessThan(350)
})

test.for([
  ['uncompressed', []],
  ['compressed', ['Accept-Encoding: gzip']],
])(
  '200 clients that request %s pages and never read them stay within the memory limit',
  async ([, headers = []]) => {
    const page = head('GET /', ...headers).repeat(30)
    const clients = Array.from({ length: 200 }, () => stalledReader(server.url, page))
    onTestFinished(() => hangUp(clients))
    const grown = await growthDuring(server.child.pid, () => sleep(4_000))
    expect(await isAlive()).toBe(200)
    expect(grown).toBeLessThan(250)
  },
)

test('two thousand silent connections do not keep others out', async () => {
  const clients = Array.from({ length: 2_000 }, () => say(server.url, 'GET / HTTP/1.1\r\nX-Slow: '))
  onTestFinished(() => hangUp(clients))
  const grown = await growthDuring(server.child.pid, () => sleep(1_000))
  expect(grown).toBeLessThan(150)
  hangUp(clients.slice(0, 10))
  await expect.poll(() => isAlive().catch(() => 0), { timeout: 10_000 }).toBe(200)
})

const typeFor = (path: string) =>
  ({
    '/': { type: 'application/x-www-form-urlencoded' },
    '/verify': { type: 'multipart/form-data; boundary=x' },
  })[path] ?? {}
