import { createHash, type Hash } from 'node:crypto'
import { openBackupFile } from './backupFile.ts'
import type { BackupFile } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import {
  type FileTotals,
  jsonOf,
  type Manifest,
  type Part,
  SHARED_LIST,
  type Values,
  values,
} from './manifest.ts'
import { listedIn, openSharedFiles, type SharedFiles } from './sharedFiles.ts'

/** A backup that was read and verified completely. */
export type CheckedBackup = Omit<Values, 'end' | 'shared'> & {
  path: string
  bytes: number
  manifest: Manifest
  /** The record files that an incremental backup shares with others. */
  sharedFiles: SharedFiles | null
  /** Reads its parts again from the beginning. */
  parts: () => AsyncGenerator<Part>
}

/** The tables and files read so far, to compare with `end.json`. */
type Seen = {
  tables: Pick<Manifest['tables'][number], 'name' | 'sha256'>[]
  files: { count: number; bytes: number; hash: Hash; last: string }
  shared?: FileTotals
}

/** Which shared files to read: those with these storage keys, or all. The others must only be there. */
export type SharedToRead = ReadonlySet<string> | 'all'

/**
 * Reads and verifies a whole backup before anything is changed. Throws `BackupProblem` with the part's name
 * if a byte differs, and with the file's name if a shared file is missing, or one of `sharedToRead` was changed.
 */
export async function checkBackup(
  file: BackupFile,
  secret: BackupSecret,
  sharedToRead: SharedToRead,
  onProgress: (sentence: string) => void,
): Promise<CheckedBackup> {
  const { path } = file
  const { bytes, parts } = await openBackupFile(file, secret)
  const found: Record<string, unknown> = {}
  const seen: Seen = { tables: [], files: { count: 0, bytes: 0, hash: createHash('sha256'), last: '' } }
  let sharedFiles: SharedFiles | null = null
  for await (const part of parts(everySoOften(bytes, onProgress)))
    if (part.name === SHARED_LIST) {
      const { identity } = values.shape.shared.unwrap().parse(found.shared)
      sharedFiles = await openSharedFiles(file, identity)
      seen.shared = await checkShared(part, sharedFiles, sharedToRead)
    } else if (part.name.endsWith('.json')) found[part.name.slice(0, -'.json'.length)] = await jsonOf(part)
    else await tally(part, seen)
  const read = values.safeParse(found)
  if (!read.success || read.data.about.id !== read.data.end.id)
    throw new BackupProblem(`${path} is not one backup`, { cause: read.error })
  const { end: manifest, shared: _, ...others } = read.data
  compare(path, seen, manifest)
  return { path, bytes, ...others, manifest, sharedFiles, parts: () => parts() }
}

async function checkShared(list: Part, files: SharedFiles, toRead: SharedToRead): Promise<FileTotals> {
  const keys = await files.keys()
  const all = createHash('sha256')
  const missing: string[] = []
  let [count, bytes] = [0, 0]
  for await (const { key, size, sha256 } of listedIn(list)) {
    if (!keys.has(key)) missing.push(key)
    else if (toRead === 'all' || toRead.has(key))
      for await (const _ of files.read({ key, sha256 })) {
        // read to the end, where its hash is compared
      }
    count += 1
    bytes += size
    all.update(sha256)
  }
  if (missing.length > 0)
    throw new BackupProblem(
      `${missing.length} record files of the backup are missing in ${files.path}, among them ${missing.slice(0, 20).join(', ')}`,
    )
  return { count, bytes, sha256: all.digest('hex') }
}

async function tally(part: Part, { tables, files }: Seen): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of part.content) {
    hash.update(piece)
    bytes += piece.length
  }
  const [folder, name = ''] = part.name.split('/')
  const sha256 = hash.digest('hex')
  if (folder === 'tables') {
    tables.push({ name, sha256 })
    return
  }
  // A file that did not open is there twice, one after the other.
  if (files.last !== name) files.count += 1
  files.last = name
  files.bytes += bytes
  files.hash.update(sha256)
}

function compare(path: string, seen: Seen, { tables, files, shared }: Manifest): void {
  const listed = tables.map(({ name, sha256 }) => ({ name, sha256 }))
  if (JSON.stringify(seen.tables) !== JSON.stringify(listed))
    throw new BackupProblem(`The tables in ${path} are not those that its end lists`)
  const { count, bytes, hash } = seen.files
  if (count !== files.count || bytes !== files.bytes || hash.digest('hex') !== files.sha256)
    throw new BackupProblem(`The files in ${path} are not those that its end counts`)
  if (JSON.stringify(seen.shared) !== JSON.stringify(shared))
    throw new BackupProblem(`The shared files that ${path} lists are not those that its end counts`)
}

/** Reports progress on a large backup after every tenth. */
function everySoOften(bytes: number, onProgress: (sentence: string) => void) {
  const step = Math.max(bytes / 10, 5e8)
  let next = step
  return (read: number) => {
    if (read < next) return
    next += step
    onProgress(`Checked ${((read / bytes) * 100).toFixed(0)}%`)
  }
}
