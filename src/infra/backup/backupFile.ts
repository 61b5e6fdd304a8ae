import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { decryptStream, encryptStream } from './ageStreams.ts'
import { decrypterOf, encrypterOf, notOpened } from './backupKey.ts'
import type { BackupFile } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'
import type { BackupSecret } from './backupSettings.ts'
import { HALF } from './diskBackups.ts'
import { END, type Part } from './manifest.ts'
import { findOldHead, readOldBackup } from './oldBackup.ts'

// A backup is a tar file that age encrypts, so that both programs open it without Caseload.

const AGE = 'age-encryption.org/v1\n'
const START_BYTES = 4096

/** Adds a file to the backup and resolves when it is written. `size` is its exact length. */
export type AddFile = (
  name: string,
  size: number,
  content: Buffer | AsyncIterable<Uint8Array>,
) => Promise<void>

/** Writes the parts that `fill` adds, encrypted. A failed backup leaves nothing. Returns its size and the result of `fill`. */
export async function writeBackupFile<Made>(
  file: BackupFile,
  secret: BackupSecret,
  fill: (add: AddFile) => Promise<Made>,
  signal: AbortSignal,
): Promise<{ bytes: number; made: Made }> {
  signal.throwIfAborted()
  const archive = pack()
  const add: AddFile = (name, size, content) =>
    pipeline(Readable.from(content), nodeWritable(archive.entry({ name, size, mode: 0o600 })))
  try {
    const encrypted = await encryptStream(encrypterOf(secret), bytesOf(archive))
    const filled = fill(add)
    filled.then(
      () => archive.finalize(),
      (error) => archive.destroy(error),
    )
    const bytes = await file.write(encrypted, signal)
    return { bytes, made: await filled }
  } catch (error) {
    archive.destroy() // so that `fill` ends too
    throw error
  }
}

// The streams of tar-stream behave like Node's but have different types.
const nodeWritable = (stream: unknown) => stream as NodeJS.WritableStream
const bytesOf = (stream: AsyncIterable<unknown>) => stream as AsyncIterable<Uint8Array>

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
export async function openBackupFile(file: BackupFile, secret: BackupSecret): Promise<Opened> {
  const { path } = file
  const bytes = await file.size()
  const start = await readStart(file)
  const old = findOldHead(start)
  if (!old && !start.toString().startsWith(AGE))
    throw new BackupProblem(`${path} is no backup of Caseload, or its beginning was changed`)
  function parts(onRead: (bytes: number) => void = () => {}): AsyncGenerator<Part> {
    let read = 0
    async function* from(first: number): AsyncGenerator<Buffer> {
      for await (const piece of file.read(first)) {
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

async function readStart(file: BackupFile): Promise<Buffer> {
  let start = Buffer.alloc(0)
  for await (const piece of file.read(0)) {
    start = Buffer.concat([start, piece])
    if (start.length >= START_BYTES) break
  }
  return start.subarray(0, START_BYTES)
}

type Entry = AsyncIterable<unknown> & { header: { name: string } }

async function* readTarInAge(sealed: AsyncIterable<Buffer>, secret: BackupSecret): AsyncGenerator<Part> {
  const plain = await decryptStream(decrypterOf(secret), sealed).catch((cause) => {
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
  const hint = path.endsWith(HALF) ? ', as its name says' : ''
  if (last !== END)
    throw new BackupProblem(
      `The backup ${path} is not all there: it was cut off, or is still being written${hint}`,
    )
}
