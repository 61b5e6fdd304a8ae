import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPidFile, releasePidFile, takePidFile } from './pidFile.mjs'
import { processStamp } from './processStamp.ts'

/** Thrown when DATA_DIR cannot be used. The message is for the operator. */
export class DataFolderProblem extends Error {
  override name = 'DataFolderProblem'
}

/**
 * Creates DATA_DIR, or opens one that belongs to the running user, and denies access to other users. If Caseload runs
 * as root, others may pass through it (0711), because PostgreSQL runs as another user in a folder inside.
 */
export function openDataFolder(path: string): void {
  const mark = join(path, '.caseload')
  try {
    mkdirSync(path, { recursive: true, mode: 0o711 })
    refuseOtherOwner(path)
    if (!existsSync(mark)) refuseForeignFolder(path)
    chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
    writeFileSync(mark, '', { mode: 0o600 })
  } catch (error) {
    if (error instanceof DataFolderProblem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderProblem(
      `The data folder ${path} cannot be used (${reason}). Choose another with DATA_DIR.`,
    )
  }
}

/** The owner of a folder can replace any file in it, such as a key or a file that root is about to write. */
function refuseOtherOwner(path: string): void {
  const { uid } = statSync(path)
  const own = process.getuid?.() ?? uid
  if (uid === own) return
  throw new DataFolderProblem(
    `The data folder ${path} belongs to the user with id ${uid}, and Caseload runs as the user with id ${own}. ` +
      `Start Caseload as that user, or run: chown ${own} ${path}`,
  )
}

/** Changing the permissions of a home or temporary folder, given by mistake, would lock out its users. */
function refuseForeignFolder(path: string): void {
  const others = readdirSync(path).filter((name) => name !== 'lost+found')
  if (others.length === 0) return
  throw new DataFolderProblem(
    `The data folder ${path} already holds other things (${others.slice(0, 3).join(', ')}). ` +
      'Set DATA_DIR to a folder that is empty or does not exist yet.',
  )
}

/**
 * Records this process as the user of DATA_DIR, and returns a function that removes the record. Throws
 * DataFolderProblem if another live process is recorded. Replaces the record of a dead one.
 */
export function claimDataFolder(path: string): () => void {
  const record = join(path, 'caseload.pid')
  const mine = `${process.pid} ${processStamp(process.pid)}\n`
  for (let tries = 0; tries < 100; tries += 1) {
    const holder = takePidFile(record, mine, isAlive)
    if (holder === null) return () => releasePidFile(record, mine)
    if (holder) throw new DataFolderProblem(taken(path, Number.parseInt(holder, 10)))
    pause(20)
  }
  throw new DataFolderProblem(`The record ${record} cannot be written. Remove it if no Caseload is running.`)
}

/** Whether a live process uses DATA_DIR. */
export const isDataFolderClaimed = (path: string): boolean => isAlive(readPidFile(join(path, 'caseload.pid')))

function taken(path: string, pid: number): string {
  return (
    `Caseload is already running on ${path} (process ${pid}). ` +
    'Stop that one first, or start this one with another DATA_DIR and PORT.'
  )
}

function isAlive(record: string): boolean {
  const [pid, stamp] = record.trim().split(' ')
  return stamp !== undefined && processStamp(Number(pid)) === stamp
}

/**
 * Writes a key that only its owner can read, completely or not at all. If two processes do this at once, the first key
 * stays: a key that has been used must never be replaced.
 */
export function putFirst(file: string, text: string): void {
  const half = `${file}.${process.pid}`
  writeFileSync(half, text, { mode: 0o600, flush: true })
  try {
    linkSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(half, { force: true })
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Removes the files of exports by earlier versions, which kept them here unencrypted. Exports are among the records now. */
export const removeEarlierExports = (dataDir: string): Promise<void> =>
  rm(join(dataDir, 'exports'), { recursive: true, force: true })
