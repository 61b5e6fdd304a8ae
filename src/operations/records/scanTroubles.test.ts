import { expect } from 'vitest'
import { openClamd, scanWith } from '#tests/support/clamdServer.ts'
import { minutesOn, setUpScans } from '#tests/support/scanSetup.ts'
import { test } from '#tests/support/test.ts'
import { scanRecords } from './scanRecords.ts'

const quick = { connectMs: 200, silenceMs: 300, totalMs: 5000 }

test('while the scanner is unavailable a file waits, with longer and longer intervals between attempts, and is then scanned', async ({
  clinic,
}) => {
  const server = await openClamd()
  scanWith(clinic, server, quick)
  const { upload, scan, look } = await setUpScans(clinic)
  await server.stop()
  const { id } = await upload()
  const gaps: number[] = []
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await scan()
    const { scanState, nextScanAt, scanTrouble } = await look(id)
    expect([scanState, scanTrouble]).toEqual([
      'waiting',
      expect.stringMatching(/^The scanner does not answer: .*ECONNREFUSED/),
    ])
    gaps.push(((nextScanAt?.getTime() ?? 0) - clinic.now.getTime()) / 60_000)
    await scan()
    expect(await look(id)).toMatchObject({ scanAttempts: attempt + 1 })
    clinic.now = nextScanAt ?? clinic.now
  }
  expect(gaps).toEqual([1, 2, 5, 10, 10])
  await server.start()
  server.mood = 'dying'
  await scan()
  expect(await look(id)).toMatchObject({
    scanState: 'waiting',
    scanTrouble: expect.stringMatching(/^The scanner broke off/),
  })
  server.mood = 'well'
  minutesOn(clinic, 10)
  await scan()
  expect(await look(id)).toMatchObject({ scanState: 'clean', scanAttempts: 0, scanTrouble: null })
})

test('a file that the scanner cannot finish delays no other and is not served', async ({ clinic }) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { upload, scan, look } = await setUpScans(clinic)
  const first = await upload()
  minutesOn(clinic, 1)
  const second = await upload()
  server.says = "stream: Can't allocate memory ERROR"
  server.before = () => {
    if (server.taken.length > 1) server.says = null
  }
  await scan()
  expect(await look(first.id)).toMatchObject({
    scanState: 'waiting',
    scanTrouble: "The scanner did not finish: stream: Can't allocate memory ERROR",
  })
  expect(await look(second.id)).toMatchObject({ scanState: 'clean' })
})

test('the scans of a killed server are repeated by the next, and two servers scan a file only once', async ({
  clinic,
}) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { upload, scan, look } = await setUpScans(clinic)
  const { id } = await upload()
  // The state that a process leaves if it dies during a scan.
  const nextScanAt = new Date(clinic.now.getTime() + 600_000)
  await clinic.db.patientRecord.update({ where: { id }, data: { nextScanAt, scanAttempts: 1 } })
  await scan()
  expect(server.taken).toEqual([])
  minutesOn(clinic, 10)
  await clinic.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM patient_records WHERE id = ${id}::uuid FOR UPDATE`
    await scan()
  })
  expect(server.taken).toEqual([])
  const other = { ...clinic.anonymous(), scanner: Object.create(clinic.instances.scanner) }
  await Promise.all([scan(), scan(), scanRecords(other)])
  expect(server.taken).toHaveLength(1)
  expect(await look(id)).toMatchObject({ scanState: 'clean' })
  expect(await clinic.db.auditLog.count({ where: { action: 'updated' } })).toBe(1)
})

test('a file that arrives at the last moment of a run is scanned in the same run', async ({ clinic }) => {
  const server = await openClamd()
  server.mood = 'silent'
  scanWith(clinic, server, quick)
  const { upload, scan, look } = await setUpScans(clinic)
  await upload()
  let late = ''
  server.before = async () => {
    if (late) return
    late = (await upload()).id
    await scan()
    setImmediate(() => {
      server.mood = 'well'
    })
  }
  await scan()
  expect(await look(late)).toMatchObject({ scanState: 'clean' })
})

test('another scan requested during a scan runs afterwards, and the first finding is still recorded', async ({
  clinic,
}) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { upload, scan, rescan, look } = await setUpScans(clinic)
  const { id: recordId } = await upload()
  server.before = async () => {
    if (server.taken.length === 1) await rescan(recordId)
  }
  await scan()
  expect(server.taken).toHaveLength(2)
  expect(await look(recordId)).toMatchObject({ scanState: 'clean', nextScanAt: null })
})

test('a file changed in storage is reported as damaged and stays waiting', async ({ clinic }) => {
  const server = await openClamd()
  scanWith(clinic, server)
  const { admin, upload, scan, look } = await setUpScans(clinic)
  const { id, filePath } = await upload()
  await clinic.instances.recordStore.remove(filePath)
  await scan()
  expect(await look(id)).toMatchObject({ scanState: 'waiting', damagedAt: clinic.now })
  expect(await clinic.db.alert.count({ where: { userId: admin.id, type: 'record_damaged' } })).toBe(1)
  expect(server.taken).toEqual([])
})
