import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { hangUp, head, stalledReader, stalledUpload } from '#tests/support/hostile/sockets.ts'
import { storm } from '#tests/support/hostile/storm.ts'
import { hostileTarget } from './hostileTarget.ts'
import { growthDuring, memoryOf } from './memory.ts'

// The memory that hostile clients can use on the built server, started as `npm start` does. The tests assert bytes, not times.

/** Enough time on a machine that is busy with other tests. */
const LOADED_MS = 120_000

const { running, isAlive } = hostileTarget()

test('a thousand hostile requests leave no memory in use', { timeout: LOADED_MS }, async () => {
  const before = memoryOf(running().child.pid)
  const { sent } = await storm(running().url, { count: 1_000, atOnce: 8 })
  expect(sent).toBe(1_000)
  expect(await isAlive()).toBe(200)
  // 150 MB is what ten thousand may leave.
  await expect.poll(() => memoryOf(running().child.pid) - before, { timeout: 10_000 }).toBeLessThan(150)
})

test('800 stalled uploads of 1 MB stay within the memory limit, and other users are served', {
  timeout: LOADED_MS,
}, async () => {
  const held = 900_000
  const clients: ReturnType<typeof stalledUpload>[] = []
  onTestFinished(() => hangUp(clients))
  const grown = await growthDuring(running().child.pid, async () => {
    for (const path of ['/api/auth/login', '/graphql', '/', '/verify'])
      for (let n = 0; n < 200; n += 1)
        clients.push(
          stalledUpload(running().url, path, { announced: 1_000_000, sent: held, ...typeFor(path) }),
        )
    await sleep(2_000)
    const login = await fetch(`${running().url}/api/auth/login`, {
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
    const clients = Array.from({ length: 200 }, () => stalledReader(running().url, page))
    onTestFinished(() => hangUp(clients))
    const grown = await growthDuring(running().child.pid, () => sleep(4_000))
    expect(await isAlive()).toBe(200)
    expect(grown).toBeLessThan(250)
  },
)

const typeFor = (path: string) =>
  ({
    '/': { type: 'application/x-www-form-urlencoded' },
    '/verify': { type: 'multipart/form-data; boundary=x' },
  })[path] ?? {}
