import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { graphqlRequests, httpRequests } from '#tests/support/hostile/requests.ts'
import { hangUp, say, statusIn } from '#tests/support/hostile/sockets.ts'
import { hostileTarget } from './hostileTarget.ts'
import { growthDuring } from './memory.ts'

// Hostile requests to the built server, started as `npm start` does. What many of them together leave in memory is in
// hostileMemory.long.test.ts.

const { running, isAlive } = hostileTarget()

describe('one hostile request', () => {
  test.for([...graphqlRequests(), ...httpRequests()].map(({ name, bytes }) => [name, bytes] as const))(
    '%s gets a response or is cut off, never a server error',
    async ([, bytes]) => {
      const { socket, answer } = say(running().url, bytes)
      const status = statusIn(await Promise.race([answer, sleep(15_000, 'hung')])) ?? 0
      socket.destroy()
      expect([500, 502, 503]).not.toContain(status)
      expect(await isAlive()).toBe(200)
    },
  )
})

test('two thousand silent connections do not keep others out', async () => {
  const clients = Array.from({ length: 2_000 }, () => say(running().url, 'GET / HTTP/1.1\r\nX-Slow: '))
  onTestFinished(() => hangUp(clients))
  const grown = await growthDuring(running().child.pid, () => sleep(1_000))
  expect(grown).toBeLessThan(150)
  hangUp(clients.slice(0, 10))
  await expect.poll(() => isAlive().catch(() => 0), { timeout: 10_000 }).toBe(200)
})
