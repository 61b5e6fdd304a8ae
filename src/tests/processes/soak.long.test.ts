import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { memoryOf } from './memory.ts'
import { openStaffedClinic } from './staffedClinic.ts'

const MINUTES = 5
const PATIENTS = 300

test('every list request succeeds for minutes on end, and the memory growth is printed', async () => {
  const { folder, server, callers } = await openStaffedClinic()
  const [admin] = callers
  for (let n = 0; n < PATIENTS; n += 1)
    await admin?.('POST', '/api/patients', {
      firstName: 'Kim',
      lastName: `Adeyemi ${n}`,
      email: `k${n}@soak.test`,
    })
  const statuses = new Set<number>()
  const paths = [
    '/api/patients',
    '/api/patients?limit=25',
    '/api/patients?search=adeyemi%201',
    '/api/dashboard/stats',
  ]
  const end = Date.now() + MINUTES * 60_000
  let answered = 0
  const readers = callers.map(async (call, who) => {
    for (let n = who; Date.now() < end; n += 1) {
      statuses.add((await call('GET', paths[n % paths.length] as string)).status)
      answered += 1
    }
  })
  try {
    const seen: number[] = []
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await sleep(Math.max(0, end - Date.now() - (MINUTES - minute) * 60_000))
      seen.push(memoryOf(server.child.pid))
    }
    await Promise.all(readers)
    const growth = ((seen.at(-1) ?? 0) / (seen[0] ?? 0) - 1) * 100
    console.log(
      `${answered} lists; MB after each minute: ${seen.join(', ')}; growth ${growth.toFixed(1)} % (goal: 5)`,
    )
    expect([...statuses]).toEqual([200])
  } finally {
    await Promise.allSettled(readers)
    await server.stop()
    folder.remove()
  }
})
