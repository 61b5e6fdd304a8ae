import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { HEAD_BYTES, isHead, plainSize, seal, unseal } from '../records/fileEncryption.ts'
import { KEY_BYTES } from '../records/recordKeys.ts'
import { closedKey, closeKey, openKey } from './backupKey.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { type Part, readParts } from './parts.ts'

/** The suffix of a backup that is being written or was interrupted. */
export const HALF = '.half'
const head = z.object({ caseload: z.literal('backup'), version: z.literal(1), id: z.uuid(), key: closedKey })
const HEAD_MAX = 4096

type Opened = {
  id: string
  /** The size of the file. */
  bytes: number
  /** Reads the parts from the beginning. Can be called several times. */
  parts: (onRead?: (bytes: number) => void) => AsyncGenerator<Part>
}

/** The path of a new backup for `place`: a new name inside a folder, or that file. */
export function backupPath(place: string, now: Date): string {
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const path = isFolder ? join(place, `caseload-${stamp}Z.backup`) : place
  if (!existsSync(dirname(path))) throw new BackupProblem(`There is no folder ${dirname(path)}`)
  if (existsSync(path)) throw new BackupProblem(`${path} is there already, and is not written over`)
  return path
}

type Content = (id: string) => AsyncIterable<Buffer>

/**
 * Writes the encrypted content. The file has the suffix `.half` until everything is flushed to disk. A failed
 * one is deleted, and one left by a crash is overwritten.
 */
export async function writeBackupFile(
  path: string,
  secret: BackupSecret,
  content: Content,
  signal: AbortSignal,
): Promise<{ id: string; bytes: number }> {
  const half = path + HALF
  const id = randomUUID()
  const key = randomBytes(KEY_BYTES)
  const first = { caseload: 'backup', version: 1, id, key: await closeKey(secret, key, id) }
  const output = createWriteStream(half, { mode: 0o600, flush: true })
  try {
    await once(output, 'open', { signal })
    output.write(`${JSON.stringify(first)}\n`)
    await pipeline(seal(content(id), key), output, { signal })
    await rename(half, path)
    await syncFolder(dirname(path))
    return { id, bytes: output.bytesWritten }
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Opens a backup. Throws `BackupProblem` for another file, a wrong secret or a truncated file. */
export async function openBackupFile(path: string, secret: BackupSecret): Promise<Opened> {
  if (!existsSync(path)) throw new BackupProblem(`There is no file ${path}`)
  const bytes = statSync(path).size
  const { id, key: closed, from } = await readHead(path)
  const key = await openKey(secret, closed, id)
  const size = plainSize(bytes - from)
  if (size === null) throw new BackupProblem(cutOff(path))
  async function* plain(onRead: (bytes: number) => void) {
    let read = 0
    const sealed = createReadStream(path, { start: from + HEAD_BYTES, highWaterMark: 2 ** 19 })
    try {
      for await (const piece of unseal(sealed, key, {
        start: 0,
        end: size as number,
        size: size as number,
      })) {
        read += piece.length
        onRead(read)
        yield piece
      }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).syscall) throw cause
      throw new BackupProblem(`it was changed or cut off near byte ${from + read}`, { cause })
    }
  }
  return { id, bytes, parts: (onRead = () => {}) => whole(plain(onRead), path) }
}

/** The parts. Errors name the part in which they happened. A missing end is an error. */
async function* whole(plain: AsyncIterable<Buffer>, path: string): AsyncGenerator<Part> {
  let last = 'about'
  const parts = readParts(plain)
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const { name, content, foot } = next.value
      last = name
      yield { name, foot, content: telling(content, path, name) }
    }
  } catch (error) {
    throw told(error, path, last)
  } finally {
    await parts.return(undefined)
  }
  if (last !== 'end') throw new BackupProblem(cutOff(path))
}

async function* telling(content: AsyncIterable<Buffer>, path: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw told(error, path, name)
  }
}

function told(error: unknown, path: string, part: string): unknown {
  if (!(error instanceof BackupProblem) || error.message.includes(path)) return error
  return new BackupProblem(`The backup ${path} cannot be used, in its part "${part}": ${error.message}`, {
    cause: error,
  })
}

const noBackup = (path: string) =>
  new BackupProblem(`${path} is no backup of Caseload, or its head was changed`)

const cutOff = (path: string) =>
  `The backup ${path} is not all there: it was cut off, or is still being written${basename(path).endsWith(HALF) ? ', as its name says' : ''}`

async function readHead(path: string) {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_MAX), 0, HEAD_MAX, 0)
    const from = buffer.subarray(0, bytesRead).indexOf('\n') + 1
    const parsed = head.safeParse(jsonOrNull(buffer.subarray(0, from).toString()))
    if (!parsed.success) throw noBackup(path)
    const sealed = Buffer.alloc(HEAD_BYTES)
    await file.read(sealed, 0, HEAD_BYTES, from)
    if (!isHead(sealed)) throw noBackup(path)
    return { ...parsed.data, from }
  } finally {
    await file.close()
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
