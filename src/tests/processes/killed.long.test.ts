import { expect, test } from 'vitest'
import { startServer } from '#tests/support/serverProcess.ts'
import { broken } from './invariants.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'
import { startTraffic } from './traffic.ts'

const TIMES = 6

test('a server killed again and again while users work leaves no partial changes', async () => {
  const { folder, settings, server: first, callers } = await openStaffedClinic()
  let server = first
  const seed = Date.now()
  const traffic = startTraffic(callers, () => [server.url], seed)
  try {
    for (let n = 0; n < TIMES; n += 1) {
      await traffic.untilAnswered(150 + 37 * n)
      server.child.kill('SIGKILL')
      await server.over
      server = await startServer(settings)
    }
    await traffic.untilAnswered(150)
    await traffic.end()

    const said = JSON.stringify([...traffic.statuses])
    console.log(`${TIMES} kills of seed ${seed}: ${said}`)
    const documented = [0, 200, 201, 400, 403, 404, 409, 503]
    expect(
      [...traffic.statuses.keys()].filter((status) => !documented.includes(status)),
      said,
    ).toEqual([])
    expect(traffic.statuses.get(0), 'requests cut off').toBeGreaterThan(0)
    expect(await broken(folder, traffic.tallies)).toEqual([])
    expect(await brokenAuditLog(settings)).toBe(null)
  } finally {
    await traffic.end()
    await server.stop()
    folder.remove()
  }
})
