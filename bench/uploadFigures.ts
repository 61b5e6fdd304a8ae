import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobStore } from '#infra/records/diskBlobStore.ts'
import { makeExaminer } from '#infra/records/examiner.ts'
import { makeRecordKeys } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { median } from './rounds.ts'
import type { Settings } from './settings.ts'
import type { Figure } from './table.ts'

const BYTES = 20_000_000
const GOAL = 60

/** P16: the rate at which a 20 MB PDF is received: hashed, encrypted, flushed to disk, identified and examined. */
export async function uploadFigures({ rounds }: Pick<Settings, 'rounds'>): Promise<Figure[]> {
  const examiner = makeExaminer(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'caseload-bench-'))
  try {
    const keys = makeRecordKeys([randomBytes(32)])
    const store = makeRecordStore({ shelf: diskBlobStore(folder), keys, logFault: () => {} })
    const content = largePdf()
    const rates: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now()
      const file = await store.put(examiner.watched(asItComes(content)))
      const found = await examiner.examine('bench', file.fileSize, (range) => store.read(file, range))
      if (!found) throw new Error('The PDF was not recognized')
      if (round > 0) rates.push(BYTES / 1000 / (performance.now() - began)) // the first one warms up
      await store.remove(file.storageKey)
    }
    const rate = median(rates)
    const what = 'examine, hash and encrypt a record of 20 MB'
    const measured = `${Math.round(rate)} MB/s`
    return [{ id: 'P16', what, goal: `>= ${GOAL} MB/s`, measured, isMet: rate >= GOAL }]
  } finally {
    await examiner.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resembles a scan: a header, incompressible content and a trailer. */
function largePdf(): Buffer {
  const content = randomBytes(BYTES)
  content.write('%PDF-1.7\n')
  content.write('\n%%EOF\n', BYTES - 7)
  return content
}

/** Yields the content in chunks, as a socket does. */
async function* asItComes(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}
