import { expect, onTestFinished, test } from 'vitest'
import { refusals } from '#domain/records/refusals.ts'
import { docxWith, exifBody, jpegWith, page, pdfWith, tiff } from '#tests/support/craftedFiles.ts'
import { inPieces, pdfOf, sample } from '#tests/support/recordFiles.ts'
import { makeExaminerThreads } from './examinerThreads.ts'
import { edited } from './inspect/edits.ts'

type Limits = NonNullable<Parameters<typeof makeExaminerThreads>[0]['limits']>

function examiner(limits: Limits = {}) {
  const faults: unknown[] = []
  const threads = makeExaminerThreads({ logFault: (error) => faults.push(error), limits })
  onTestFinished(threads.close)
  const examine = (content: Buffer, user = 'sam') =>
    threads.examine(user, content.length, ({ start, end }) => inPieces(content.subarray(start, end), 65_536))
  return { threads, examine, faults }
}

test('a thread returns the file type and the changes to make, or the reason to reject the file', async () => {
  const { examine, faults } = examiner()
  expect(await examine(sample('rotation.pdf'))).toEqual({ type: 'application/pdf', edits: [], removed: [] })
  expect(await examine(Buffer.from('no record'))).toBeNull()
  const photo = jpegWith([0xe1, exifBody()])
  const found = await examine(photo)
  expect(found).toMatchObject({ type: 'image/jpeg', removed: ['location'] })
  const kept = Buffer.concat(await Array.fromAsync(edited(inPieces(photo), found?.edits ?? [])))
  expect(await examine(kept)).toMatchObject({ edits: [] })
  const script = pdfWith('<< /S /JavaScript /JS (1) >>', { packed: true })
  await expect(examine(script)).rejects.toThrow(refusals.script)
  await expect(examine(await docxWith({ 'word/vbaProject.bin': 'x' }))).rejects.toThrow(refusals.macros)
  expect(faults).toEqual([])
})

test('more files than threads are examined one after another', async () => {
  const { examine } = examiner({ threads: 2 })
  const file = sample('form_two_pages.pdf')
  const found = await Promise.all(Array.from({ length: 8 }, (_, index) => examine(file, `user ${index % 3}`)))
  expect(found.map((one) => one?.type)).toEqual(Array.from({ length: 8 }, () => 'application/pdf'))
})

test('a user may upload twenty files at once', async () => {
  const { examine } = examiner()
  const file = sample('form_two_pages.pdf')
  const found = await Promise.all(Array.from({ length: 20 }, () => examine(file)))
  expect(found.map((one) => one?.type)).toEqual(Array.from({ length: 20 }, () => 'application/pdf'))
})

test('a user with many files is asked to wait and does not hold up another user', async () => {
  const { threads, examine } = examiner({ threads: 2, waitingPerUser: 2 })
  const { promise: stalled, resolve } = Promise.withResolvers<void>()
  const content = sample('rotation.pdf')
  const flood = Array.from({ length: 3 }, () =>
    threads.examine('flooder', content.length, async function* ({ start, end }) {
      await stalled
      yield content.subarray(start, end)
    }),
  )
  const busy = {
    code: 'rate_limited',
    facts: { retryAfter: 10 },
    message: expect.stringContaining('Try again in 10 seconds'),
  }
  await expect(examine(content, 'flooder')).rejects.toMatchObject(busy)
  expect(await examine(content, 'sam')).toMatchObject({ type: 'application/pdf' })
  resolve()
  for (const found of await Promise.all(flood)) expect(found).toMatchObject({ type: 'application/pdf' })
})

test('an idle thread that is ending takes no more files', async () => {
  const idleMilliseconds = 5
  const { examine } = examiner({ idleMilliseconds, threads: 1 })
  for (let round = 0; round < 3; round += 1) {
    await examine(Buffer.from('no record'))
    // Timers of the same length fire in the order in which they were set, so this one fires right after the thread's.
    await new Promise((resolve) => setTimeout(resolve, idleMilliseconds))
    expect(await examine(Buffer.from('no record'))).toBeNull()
  }
})

/** Takes several seconds to examine: many small objects. */
const laborious = () =>
  Buffer.concat([pdfOf(100), Buffer.from(`${'7 0 obj <<>> endobj\n'.repeat(500_000)}%%EOF`)])

test('a file that takes too long is refused', async () => {
  const { examine } = examiner({ milliseconds: 100, threads: 1 })
  await expect(examine(laborious())).rejects.toThrow(refusals.complex)
})

test('a file that takes more memory than a thread may have is refused, and the next one is examined', async () => {
  const { examine } = examiner({ heapMegabytes: 24, threads: 1 })
  const names = Array.from({ length: 390_000 }, (_, index) => `/a${index}`).join('')
  await expect(examine(pdfWith(`[${names}]`))).rejects.toThrow(refusals.complex)
  expect(await examine(sample('rotation.pdf'))).toMatchObject({ type: 'application/pdf' })
})

test('a file that makes the examiner read its bytes again and again is rejected', async () => {
  const { examine } = examiner({ threads: 1, readFixed: 10_000_000 })
  // Each of 1,000 fields has the same text of 3 MB, which is more than the thread keeps.
  const file = Buffer.concat([
    tiff([[...page(10, 10), ...Array.from({ length: 1000 }, (): Field => [33_723, 1, Buffer.alloc(5)])]]),
    Buffer.alloc(3_000_000),
  ])
  for (let index = 0; index < 1000; index += 1) {
    const at = 8 + 2 + (page(10, 10).length + index) * 12
    file.writeUInt32LE(3_000_000, at + 4)
    file.writeUInt32LE(file.length - 3_000_000, at + 8)
  }
  await expect(examine(file)).rejects.toThrow(refusals.complex)
})

type Field = Parameters<typeof tiff>[0][number][number]

test('the time limit excludes the time that a slow store takes', async () => {
  const milliseconds = 500
  const { threads, examine } = examiner({ milliseconds, threads: 1 })
  const content = sample('rotation.pdf')
  await examine(content) // warms up the thread, whose first file takes longer
  const found = threads.examine('sam', content.length, async function* ({ start, end }) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds * 1.2))
    yield content.subarray(start, end)
  })
  expect(await found).toMatchObject({ type: 'application/pdf' })
})

test('an error of the store reaches the caller, and the next file is examined', async () => {
  const { threads, examine } = examiner()
  // biome-ignore lint/correctness/useYield: it fails before the first piece
  const reading = threads.examine('sam', 1000, async function* () {
    throw new Error('the disk is unavailable')
  })
  await expect(reading).rejects.toThrow('the disk is unavailable')
  expect(await examine(sample('rotation.pdf'))).toMatchObject({ type: 'application/pdf' })
})

test('a file of 100 MB is examined with at most 40 MB more memory', async () => {
  const { threads, examine } = examiner()
  await examine(sample('rotation.pdf'))
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const size = 100_000_000
  const piece = Buffer.alloc(65_536, 0xa5)
  const first = Buffer.from(piece)
  first.write('%PDF-1.7\n')
  const found = threads.examine('sam', size, async function* ({ start, end }) {
    peak = Math.max(peak, process.memoryUsage().rss)
    for (let at = start; at < end; at += piece.length) {
      const bytes = at === 0 ? first : piece.subarray(0, end - at)
      const isLast = at + bytes.length === size
      yield isLast ? Buffer.concat([bytes.subarray(7), Buffer.from('\n%%EOF\n')]) : bytes
    }
  })
  expect(await found).toMatchObject({ type: 'application/pdf' })
  expect(peak - before).toBeLessThan(40_000_000)
})
