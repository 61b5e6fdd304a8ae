import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { distinctDocument, graphqlRequests, httpRequests } from '#tests/support/hostile/requests.ts'
import { say } from '#tests/support/hostile/sockets.ts'
import { test } from '#tests/support/test.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after garbage collection. */
async function bytesInUse(): Promise<number> {
  await sleep(20) // connections clean up in a later turn of the event loop
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('after all kinds of hostile requests together, at most 5 MB stay in use', async ({ server }) => {
  const sendAll = async (first: number) => {
    for (const { bytes } of [distinctDocument(first), ...graphqlRequests(), ...httpRequests()]) {
      const { socket, answer } = say(server.url, bytes)
      await Promise.race([answer, sleep(5_000)])
      socket.destroy()
    }
  }
  // Warms up code and caches that stay in memory, and outlives what earlier tests of this process still hold.
  await sendAll(1)
  await bytesInUse()
  await sendAll(2)
  const before = await bytesInUse()
  await sendAll(3)
  expect((await bytesInUse()) - before).toBeLessThan(5_000_000)
})
