import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServer } from '#tests/support/serverProcess.ts'
import { broken } from './invariants.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'
import { startTraffic } from './traffic.ts'

const SECONDS = 60
const documented = new Set([200, 201, 400, 403, 404, 409, 503])

test('two servers on one database stay consistent while users work on both and PostgreSQL restarts', async () => {
  const { folder, settings, server, callers } = await openStaffedClinic()
  const second = await startServer({ ...settings, ...folder.addresses() })
  const seed = Date.now()
  const traffic = startTraffic(callers, () => [server.url, second.url], seed)
  try {
    await sleep(SECONDS * 300)
    process.kill(folder.postmaster(), 'SIGINT')
    await sleep(SECONDS * 350)
    const before = new Map(traffic.statuses)
    await sleep(SECONDS * 350)
    await traffic.end()

    const said = JSON.stringify([...traffic.statuses])
    console.log(`storm of seed ${seed}: ${said}`)
    if (traffic.statuses.has(500)) console.log(server.said(), second.said())
    expect(
      [...traffic.statuses.keys()].filter((status) => !documented.has(status)),
      said,
    ).toEqual([])
    expect(traffic.statuses.get(503), 'some requests failed during the restart').toBeGreaterThan(0)
    expect(traffic.statuses.get(503), 'none failed after it').toBe(before.get(503))
    expect(traffic.statuses.get(201)).toBeGreaterThan(before.get(201) ?? 0)
    expect(await broken(folder, traffic.tallies)).toEqual([])
    expect(await brokenAuditLog(settings)).toBe(null)
  } finally {
    await traffic.end()
    await second.stop()
    await server.stop()
    folder.remove()
  }
})
