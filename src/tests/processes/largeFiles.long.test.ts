import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashOfLarge, openDownload, readAll, uploadLarge } from './largeFiles.ts'
import { growthDuring, memoryOf } from './memory.ts'
import { openStaffedClinic } from './staffedClinic.ts'

const MB = 1_000_000
/**
 * The most memory that one upload of 100 MB may add, in MB: less than the file. P8 aims for 40, but V8 frees the buffers
 * of a stream only when 64 MB of them are new (docs/decisions/0039).
 */
const UPLOAD = 80
/** The most for many files at once, in MB: less than three of them. */
const MANY = 150

/** The number of files below `folder` that a process has open; 0 on other systems than Linux. */
function heldOpen(pid: number | undefined, folder: string): number {
  const place = `/proc/${pid}/fd`
  const name = (one: string) => {
    try {
      return readlinkSync(`${place}/${one}`)
    } catch {
      return '' // closed in the meantime
    }
  }
  return existsSync(place) ? readdirSync(place).filter((one) => name(one).startsWith(folder)).length : 0
}

test('memory does not grow with the size of files, however slow and however many', async () => {
  const clinic = await openStaffedClinic({ RECORD_LIMIT_MB: '120' })
  const { folder, server, callers } = clinic
  const [admin] = callers
  if (!admin) throw new Error('No user is signed in')
  const place = { url: server.url, caller: admin }
  const { pid } = server.child
  const grown: Record<string, number> = {}
  try {
    const person = { firstName: 'Kim', lastName: 'Adeyemi', email: 'kim@large.test' }
    const { json } = await admin('POST', '/api/patients', person)
    const at = `/api/patients/${(json as { id: string }).id}/records`
    const upload = (size: number) => uploadLarge(place, at, size)
    const open = (id = '') => openDownload(place, `${at}/${id}/file`)
    const fetch = async (id = '', perSecond?: number) => readAll(await open(id), perSecond)
    const sixAtOnce = async () => {
      const all = await Promise.all(Array.from({ length: 6 }, () => upload(50 * MB)))
      expect(all.map(({ status }) => status)).toEqual(Array(6).fill(201))
      return all[0]?.json.id
    }

    const fifty = await sixAtOnce() // right after the start; none may be cut off
    for (let n = 0; n < 3; n += 1) await fetch((await upload(20 * MB)).json.id)
    await sleep(2000)

    grown['one upload of 100 MB'] = await growthDuring(pid, async () =>
      expect((await upload(100 * MB)).status).toBe(201),
    )
    grown['six uploads of 50 MB at once'] = await growthDuring(pid, sixAtOnce)
    grown['one download at 2 MB a second, and lists during it'] = await growthDuring(pid, async () => {
      const reading = fetch(fifty, 2 * MB)
      for (let n = 0; n < 100; n += 1) expect((await admin('GET', '/api/patients')).status).toBe(200)
      expect(await reading).toBe(hashOfLarge(50 * MB))
    })
    grown['twenty downloads at once'] = await growthDuring(pid, async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => fetch(fifty)))
      expect(new Set(all)).toEqual(new Set([hashOfLarge(50 * MB)]))
    })
    expect(grown['one upload of 100 MB']).toBeLessThanOrEqual(UPLOAD)
    for (const megabytes of Object.values(grown)) expect(megabytes).toBeLessThanOrEqual(MANY)

    // A reader who takes nothing is disconnected after 90 to 180 seconds (`stallMs` of the listener).
    const stopped = await open(fifty)
    const files = join(folder.path, 'records')
    await expect.poll(() => heldOpen(pid, files)).toBe(1)
    await expect.poll(() => heldOpen(pid, files), { timeout: 200_000 }).toBe(0)
    await expect(readAll(stopped)).rejects.toThrow()
  } finally {
    console.log('MB grown:', grown, 'now', memoryOf(pid))
    await server.stop()
    folder.remove()
  }
})
