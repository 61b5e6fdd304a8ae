import { createHash } from 'node:crypto'
import { openBackupFile } from './backupFile.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { type About, about, type Manifest, manifest } from './manifest.ts'
import { type Part, valueIn } from './parts.ts'

/** A backup that was read and verified completely. */
export type CheckedBackup = {
  path: string
  bytes: number
  about: About
  manifest: Manifest
  /** Reads its parts again from the beginning. */
  parts: () => AsyncGenerator<Part>
}

type Tally = { tables: Pick<Manifest['tables'][number], 'name' | 'sha256'>[]; files: Manifest['files'] }

/**
 * Reads and verifies a whole backup before anything is changed. Throws `BackupProblem` with the part's name
 * if a byte differs.
 */
export async function checkBackup(
  path: string,
  secret: BackupSecret,
  onProgress: (sentence: string) => void,
): Promise<CheckedBackup> {
  const { bytes, parts, id } = await openBackupFile(path, secret)
  const all = createHash('sha256')
  const seen: Tally = { tables: [], files: { count: 0, bytes: 0, sha256: '' } }
  let first: About | undefined
  let last: Manifest | undefined
  for await (const part of parts(everySoOften(bytes, onProgress))) {
    if (part.name === 'about') first = await valueIn(part, about)
    else if (part.name === 'end') last = await valueIn(part, manifest)
    else await tally(part, seen, all)
  }
  if (!first || !last || first.id !== id || last.id !== id)
    throw new BackupProblem(`${path} is not one backup`)
  seen.files.sha256 = all.digest('hex')
  compare(path, seen, last)
  return { path, bytes, about: first, manifest: last, parts: () => parts() }
}

async function tally(part: Part, seen: Tally, all: ReturnType<typeof createHash>): Promise<void> {
  for await (const _ of part.content) {
    // only read to verify it
  }
  const { bytes, sha256 } = part.foot()
  const [kind, name = ''] = part.name.split(' ')
  if (kind === 'table') seen.tables.push({ name, sha256 })
  if (kind !== 'file') return
  seen.files.count += 1
  seen.files.bytes += bytes
  all.update(sha256)
}

function compare(path: string, seen: Tally, { tables, files }: Manifest): void {
  const told = tables.map(({ name, sha256 }) => ({ name, sha256 }))
  if (JSON.stringify(seen.tables) !== JSON.stringify(told))
    throw new BackupProblem(`The tables in ${path} are not those that its end lists`)
  if (
    JSON.stringify(seen.files) !==
    JSON.stringify({ count: files.count, bytes: files.bytes, sha256: files.sha256 })
  )
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
