import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect } from 'vitest'
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

describe('after a hostile request at most 5 MB stay in use', () => {
  test.for([distinctDocument(1), ...graphqlRequests(), ...httpRequests()])(
    '$name',
    async ({ bytes }, { server }) => {
      const send = async () => {
        const { socket, answer } = say(server.url, bytes)
        await Promise.race([answer, sleep(5_000)])
        socket.destroy()
      }
      await send() // warms up code and caches that stay in memory
      const before = await bytesInUse()
      await send()
      expect((await bytesInUse()) - before).toBeLessThan(5_000_000)
    },
  )
})
