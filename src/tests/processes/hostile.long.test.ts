import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  connectionFlood,
  hangUp,
  head,
  type SocketClient,
  slowSender,
  stalledReader,
} from '#tests/support/hostile/sockets.ts'
import { storm } from '#tests/support/hostile/storm.ts'
import { type ServerProcess, startServer } from '#tests/support/serverProcess.ts'
import type { Caller } from './caller.ts'
import { memoryOf } from './memory.ts'
import { openStaffedClinic } from './staffedClinic.ts'

const MINUTES = 10
/** Per server. More than can be sent in that time, so the clock ends the test. */
const REQUESTS = 1_000_000
const SLOW_CONNECTIONS = 200

test(`two servers on one database still serve users during ${MINUTES} minutes of hostile requests`, async () => {
  const { folder, settings, server, callers } = await openStaffedClinic()
  const second = await startServer({ ...settings, ...folder.addresses() })
  const servers = [server, second]
  const end = Date.now() + MINUTES * 60_000
  const isOver = () => Date.now() >= end
  try {
    for (const { url } of servers) await storm(url, { count: 200, atOnce: 4 })
    const before = servers.map(({ child }) => ({ memory: memoryOf(child.pid), cpu: cpuOf(child.pid) }))
    const [healthz, outcome] = await Promise.all([
      timesOfHealthz(servers, isOver),
      Promise.all(servers.map(({ url }) => storm(url, { count: REQUESTS, atOnce: 4, isOver }))),
      ...servers.map(({ url }) => keepSlow(url, isOver)),
      readLists(callers[0] as Caller, servers, isOver),
    ])
    for (const [at, { child, said }] of servers.entries()) {
      const cpu = (cpuOf(child.pid) - (before[at]?.cpu ?? 0)) / (outcome[at]?.sent ?? 1)
      const grown = memoryOf(child.pid) - (before[at]?.memory ?? 0)
      console.log(
        `server ${at + 1}: ${outcome[at]?.sent} hostile requests, ${JSON.stringify([...(outcome[at]?.statuses ?? [])])}; ` +
          `${cpu.toFixed(1)} ms of CPU each (goal: 50); memory grew by ${grown} MB (limit: 150)`,
      )
      expect(grown).toBeLessThan(150)
      expect(outcome[at]?.statuses.has(500), said()).toBe(false)
    }
    console.log(
      `/healthz during ${SLOW_CONNECTIONS} hostile connections: p50 ${quantile(healthz, 0.5)} ms, p99 ${quantile(healthz, 0.99)} ms (goal: 250)`,
    )
  } finally {
    await second.stop()
    await server.stop()
    folder.remove()
  }
})

/** Response times of `/healthz` in milliseconds, alternating between the servers. */
async function timesOfHealthz(servers: readonly ServerProcess[], isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    const began = performance.now()
    const { status } = await fetch(`${servers[turn % servers.length]?.url}/healthz`)
    times.push(performance.now() - began)
    expect(status).toBe(200)
    await sleep(50)
  }
  return times
}

/** Keeps slow senders, stalled readers and silent connections open, and replaces each that the server closes. */
async function keepSlow(url: string, isOver: () => boolean): Promise<void> {
  const kinds = [
    () => slowSender(url, '/api/auth/login'),
    () => stalledReader(url, head('GET /').repeat(10)),
    () => connectionFlood(url, 1, 'GET / HTTP/1.1\r\nX-Slow: ')[0] as SocketClient,
    () => slowSender(url, '/graphql', { bytes: 1_000, everyMs: 50 }),
  ]
  let open: SocketClient[] = []
  while (!isOver()) {
    open = open.filter(({ socket }) => !socket.closed)
    while (open.length < SLOW_CONNECTIONS / 2)
      open.push((kinds[open.length % kinds.length] as () => SocketClient)())
    await sleep(500)
  }
  hangUp(open)
}

/** A user who keeps reading lists. */
async function readLists(
  call: Caller,
  servers: readonly ServerProcess[],
  isOver: () => boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const { status } = await call.at(servers[turn % servers.length]?.url ?? '')(
      'GET',
      '/api/patients?limit=25',
    )
    expect(status).toBe(200)
    await sleep(500)
  }
}

const quantile = (times: readonly number[], part: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN).toFixed(0)

/** The CPU time of a process in milliseconds, 0 where unknown. Linux counts hundredths of a second. */
function cpuOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
