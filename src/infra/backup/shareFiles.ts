import { createHash } from 'node:crypto'
import type { AddFile } from './backupFile.ts'
import { type FileSource, openStored } from './dumpFiles.ts'
import { type FileTotals, SHARED_LIST } from './manifest.ts'
import { type RecordRow, recordRows } from './recordRows.ts'
import { lineOf, type SharedFiles } from './sharedFiles.ts'

const LINES_AT_ONCE = 10_000

/** The shared files of one backup. */
export type Shared = {
  totals: FileTotals
  /** The storage keys of all of them, and of those that this backup added. */
  keys: ReadonlySet<string>
  added: ReadonlySet<string>
}

/**
 * Adds the files of all rows that are not shared yet to the shared ones, and a list of those that are now to the backup. A
 * file that cannot be opened is left out. `onFile` receives the count and the bytes of the added files.
 */
export async function shareFiles(
  source: FileSource,
  shared: SharedFiles,
  add: AddFile,
  onFile: (count: number, bytes: number) => void,
): Promise<Shared> {
  const keys = await shared.keys()
  const found = { keys: new Set<string>(), added: new Set<string>() }
  const all = createHash('sha256')
  let [count, bytes, addedBytes] = [0, 0, 0]
  let lines: string[] = []
  const addLines = async () => {
    const content = Buffer.from(lines.join(''))
    await add(
      `${SHARED_LIST}/${String(Math.ceil(count / LINES_AT_ONCE)).padStart(5, '0')}.tsv`,
      content.length,
      content,
    )
    lines = []
  }
  for await (const row of recordRows(source.client)) {
    if (!keys.has(row.key)) {
      if (!(await share(row, source, shared))) continue
      found.added.add(row.key)
      addedBytes += row.size
      onFile(found.added.size, addedBytes)
    }
    found.keys.add(row.key)
    count += 1
    bytes += row.size
    all.update(row.sha256)
    lines.push(lineOf(row))
    if (lines.length === LINES_AT_ONCE) await addLines()
  }
  if (lines.length > 0 || count === 0) await addLines()
  return { totals: { count, bytes, sha256: all.digest('hex') }, ...found }
}

/** Returns whether the file could be opened. */
async function share(row: RecordRow, source: FileSource, shared: SharedFiles): Promise<boolean> {
  const stored = await openStored(row, source)
  if (!stored.opened) return false
  const { content, isWhole } = stored.opened
  async function* checked() {
    yield* content()
    if (!isWhole()) throw new ChangedFile()
  }
  try {
    await shared.write(row.key, checked())
    return true
  } catch (error) {
    if (error instanceof ChangedFile) return false
    throw error
  }
}

class ChangedFile extends Error {}
