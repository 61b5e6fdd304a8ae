import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeWebStream } from 'node:stream/web'
import { extract, pack } from 'tar-stream'
import { decrypterOf, encrypterOf, notOpened } from './backupKey.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { END, type Part } from './manifest.ts'
import { findOldHead, readOldBackup } from './oldBackup.ts'

// A backup is a tar file that age encrypts, so that both programs open it without Caseload.

/** The suffix of a backup that is being written or was interrupted. */
export const HALF = '.half'
const AGE = 'age-encryption.org/v1\n'
const START_BYTES = 4096

/** The path of a new backup for `place`: a new name inside a folder, or that file. */
export function backupPath(place: string, now: Date): string {
  const isFolder = existsSync(place) && statSync(place).isDirectory()
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const path = isFolder ? join(place, `caseload-${stamp}Z.backup`) : place
  if (!existsSync(dirname(path))) throw new BackupProblem(`There is no folder ${dirname(path)}`)
  if (existsSync(path)) throw new BackupProblem(`${path} is there already, and is not written over`)
  return path
}

/** Adds a file to the backup and resolves when it is written. `size` is its exact length. */
export type AddFile = (
  name: string,
  size: number,
  content: Buffer | AsyncIterable<Uint8Array>,
) => Promise<void>

/**
 * Writes the files that `fill` adds, encrypted. The backup has the suffix `.half` until everything is flushed to disk.
 * A failed one is deleted, and one left by a crash is overwritten. Returns its size and the result of `fill`.
 */
export async function writeBackupFile<Made>(
  path: string,
  secret: BackupSecret,
  fill: (add: AddFile) => Promise<Made>,
  signal: AbortSignal,
): Promise<{ bytes: number; made: Made }> {
  signal.throwIfAborted()
  const half = path + HALF
  const archive = pack()
  const add: AddFile = (name, size, content) =>
    pipeline(Readable.from(content), nodeWritable(archive.entry({ name, size, mode: 0o600 })))
  const output = createWriteStream(half, { mode: 0o600, flush: true })
  try {
    await once(output, 'open')
    const encrypted = await encrypterOf(secret).encrypt(webStream(bytesOf(archive)))
    const filled = fill(add)
    filled.then(
      () => archive.finalize(),
      (error) => archive.destroy(error),
    )
    await pipeline(encrypted, output, { signal })
    await rename(half, path)
    await syncFolder(dirname(path))
    return { bytes: output.bytesWritten, made: await filled }
  } catch (error) {
    archive.destroy() // so that `fill` ends too
    await rm(half, { force: true })
    throw error
  }
}

// age takes a web stream of the browser's type. The streams of tar-stream behave like Node's, with types of their own.
const webStream = (content: AsyncIterable<Uint8Array>) =>
  NodeWebStream.from(content) as unknown as ReadableStream<Uint8Array>
const nodeWritable = (stream: unknown) => stream as NodeJS.WritableStream
const bytesOf = (stream: AsyncIterable<unknown>) => stream as AsyncIterable<Uint8Array>

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

type Opened = {
  /** The size of the file. */
  bytes: number
  /** Reads the parts from the beginning. Can be called several times. Calls `onRead` with the bytes read so far. */
  parts: (onRead?: (bytes: number) => void) => AsyncGenerator<Part>
}

/**
 * Opens a backup of this or an earlier version. Throws `BackupProblem` for another file; reading the parts throws it
 * for a wrong secret and for a changed or truncated file.
 */
export async function openBackupFile(path: string, secret: BackupSecret): Promise<Opened> {
  if (!existsSync(path)) throw new BackupProblem(`There is no file ${path}`)
  const bytes = statSync(path).size
  const start = await readStart(path)
  const old = findOldHead(start)
  if (!old && !start.toString().startsWith(AGE))
    throw new BackupProblem(`${path} is no backup of Caseload, or its beginning was changed`)
  function parts(onRead: (bytes: number) => void = () => {}): AsyncGenerator<Part> {
    let read = 0
    async function* from(first: number): AsyncGenerator<Buffer> {
      for await (const piece of createReadStream(path, { start: first, highWaterMark: 2 ** 19 })) {
        read += piece.length
        onRead(read)
        yield piece
      }
    }
    const found = old ? readOldBackup(old, secret, { bytes, from }) : readTarInAge(from(0), secret)
    return complete(found, path, () => read)
  }
  return { bytes, parts }
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type Entry = AsyncIterable<unknown> & { header: { name: string } }

async function* readTarInAge(sealed: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Part> {
  const plain = await decrypterOf(secret)
    .decrypt(webStream(sealed))
    .catch((cause) => {
      throw notOpened(secret, cause)
    })
  const archive = extract()
  const entries = archive[Symbol.asyncIterator]()
  const next = async (): Promise<Entry | undefined> => (await entries.next()).value
  pipeline(plain, nodeWritable(archive)).catch(() => {}) // `entries` throws the same error
  try {
    let entry = await next()
    while (entry) {
      const name = partNameOf(entry.header.name)
      async function* content() {
        for (; entry && partNameOf(entry.header.name) === name; entry = await next())
          for await (const { buffer, byteOffset, length } of bytesOf(entry))
            yield Buffer.from(buffer, byteOffset, length)
      }
      const whole = content()
      yield { name, content: whole }
      for await (const _ of whole) {
        // skipped by the caller
      }
    }
  } finally {
    archive.destroy()
  }
}

/** The rows of a table are in several files, `tables/<name>/<number>.tsv.gz`. */
const partNameOf = (file: string) => file.split('/').slice(0, 2).join('/')

/** The parts. Errors name the part near which they happened. A missing end is an error. */
async function* complete(
  parts: AsyncIterable<Part>,
  path: string,
  bytesRead: () => number,
): AsyncGenerator<Part> {
  let last = 'about.json'
  async function* explained<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items
    } catch (cause) {
      if (cause instanceof BackupProblem || (cause as NodeJS.ErrnoException).syscall) throw cause
      const where = `in its part "${last}": it was changed or cut off near byte ${bytesRead()}`
      throw new BackupProblem(`The backup ${path} cannot be used, ${where}`, { cause })
    }
  }
  for await (const part of explained(parts)) {
    last = part.name
    yield { name: part.name, content: explained(part.content) }
  }
  const hint = basename(path).endsWith(HALF) ? ', as its name says' : ''
  if (last !== END)
    throw new BackupProblem(
      `The backup ${path} is not all there: it was cut off, or is still being written${hint}`,
    )
}
