import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The size of a written file, and its SHA-256 in hex. */
export type Written = { bytes: number; sha256: string }
/** What a zip says about a file, and whether to compress it. A file is compressed unless it already is, such as a photo. */
export type FileOptions = { modifiedAt?: Date; isCompressed?: boolean }
/** The content of a file: as a stream, or as a whole if it is small. */
export type FileContent = AsyncIterable<string | Buffer> | string | Buffer
/** Adds a file to an archive. Resolves when the next file may be added. */
export type AddFile = (path: string, content: FileContent, options?: FileOptions) => Promise<Written>

/** Makes archives of several files. */
export type Archives = {
  /**
   * A zip that is written while it is read. `fill` adds the files: each is opened when the reader has taken the one before
   * it, and none after the reader has left.
   */
  zip: (fill: (add: AddFile) => Promise<void>) => AsyncGenerator<Buffer>
}

export const archives: Archives = { zip }

/** Writes files below `folder`, which must be empty or missing, instead of into a zip. Throws a sentence if it is not. */
export async function writeFolder<Result>(
  folder: string,
  fill: (add: AddFile) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`The folder ${folder} is not empty. Choose another one.`)
  return fill(async (path, content) => {
    const { through, read } = meter()
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(content), through, createWriteStream(join(folder, path), { mode: 0o600 }))
    return read()
  })
}

async function* zip(fill: (add: AddFile) => Promise<void>): AsyncGenerator<Buffer> {
  const file = new ZipFile()
  const output = file.outputStream as PassThrough
  const stopped = new AbortController()
  const add: AddFile = async (path, content, { modifiedAt = new Date(), isCompressed = false } = {}) => {
    stopped.signal.throwIfAborted()
    const { through, read } = meter()
    const take = takenOnce(through)
    const options = { mtime: modifiedAt, mode: 0o600, compress: !isCompressed }
    file.addReadStreamLazy(path, options, (give) => give(null, take()))
    await pipeline(Readable.from(content), through, { signal: stopped.signal })
    return read()
  }
  file.on('error', (error) => output.destroy(error))
  const filled = fill(add).then(
    () => file.end(),
    (error: Error) => output.destroy(error),
  )
  try {
    yield* output
  } finally {
    // The reader has left, or `fill` has failed: closes the file that is being read, and adds no other.
    stopped.abort()
    await filled
  }
}

/**
 * Gives a stream to the first caller and forgets it. The zip keeps the function that opens a file until its end, and with it
 * 10 kB for each file if the function kept the stream.
 */
function takenOnce(stream: Readable): () => Readable {
  let left: Readable | null = stream
  return () => {
    const taken = left
    left = null
    if (!taken) throw new Error('The file was already added')
    return taken
  }
}

/** Counts and hashes the bytes that pass through. */
function meter(): { through: Transform; read: () => Written } {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { through, read: () => ({ bytes, sha256: hash.digest('hex') }) }
}
