import { createHash, type Hash } from 'node:crypto'
import { openBackupFile } from './backupFile.ts'
import type { BackupFile } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { type Manifest, type Part, type Values, values } from './manifest.ts'

/** A backup that was read and verified completely. */
export type CheckedBackup = Omit<Values, 'end'> & {
  path: string
  bytes: number
  manifest: Manifest
  /** Reads its parts again from the beginning. */
  parts: () => AsyncGenerator<Part>
}

/** The tables and files read so far, to compare with `end.json`. */
type Seen = {
  tables: Pick<Manifest['tables'][number], 'name' | 'sha256'>[]
  files: { count: number; bytes: number; hash: Hash; last: string }
}

/**
 * Reads and verifies a whole backup before anything is changed. Throws `BackupProblem` with the part's name
 * if a byte differs.
 */
export async function checkBackup(
  file: BackupFile,
  secret: BackupSecret,
  onProgress: (sentence: string) => void,
): Promise<CheckedBackup> {
  const { path } = file
  const { bytes, parts } = await openBackupFile(file, secret)
  const found: Record<string, unknown> = {}
  const seen: Seen = { tables: [], files: { count: 0, bytes: 0, hash: createHash('sha256'), last: '' } }
  for await (const part of parts(everySoOften(bytes, onProgress)))
    if (part.name.endsWith('.json')) found[part.name.slice(0, -'.json'.length)] = await valueIn(part)
    else await tally(part, seen)
  const read = values.safeParse(found)
  if (!read.success || read.data.about.id !== read.data.end.id)
    throw new BackupProblem(`${path} is not one backup`, { cause: read.error })
  const { end: manifest, ...others } = read.data
  compare(path, seen, manifest)
  return { path, bytes, ...others, manifest, parts: () => parts() }
}

async function valueIn({ content }: Part): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(content)).toString())
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

function compare(path: string, seen: Seen, { tables, files }: Manifest): void {
  const listed = tables.map(({ name, sha256 }) => ({ name, sha256 }))
  if (JSON.stringify(seen.tables) !== JSON.stringify(listed))
    throw new BackupProblem(`The tables in ${path} are not those that its end lists`)
  const { count, bytes, hash } = seen.files
  if (count !== files.count || bytes !== files.bytes || hash.digest('hex') !== files.sha256)
    throw new BackupProblem(`The files in ${path} are not those that its end counts`)
}

/** Reports progress on a large backup after every tenth. */
function everySoOften(bytes: number, onProgress: (sentence: string) => void) {
  const step = Math.max(bytes / 10, 5e8)
  let next = step
  return (read: number) => {
    if (read < next) return
    next += step
    onProgress(`Checked ${((read / bytes) * 100).toFixed(0)} %`)
  }
}
