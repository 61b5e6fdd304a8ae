import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** The size of a written file, and its SHA-256 in hex. */
export type Written = { bytes: number; sha256: string }
/** What a zip says about a file, and whether to compress it. A file is compressed unless it already is, such as a photo. */
export type FileOptions = { modifiedAt?: Date; isCompressed?: boolean }
/** Adds a file to an archive as a stream. Resolves when the next file may be added. */
export type AddFile = (
  path: string,
  content: AsyncIterable<string | Buffer>,
  options?: FileOptions,
) => Promise<Written>

/** A file in a streamed archive. `path` must be relative, with forward slashes. */
export type ArchivedFile = { path: string; modifiedAt: Date; content: AsyncIterable<Buffer> }

/** Archives in a folder that only the server's own user can open. */
export type Archives = {
  /** Writes a zip. It appears under its name only when it is complete, and never if the writing fails. */
  write: (name: string, fill: (add: AddFile) => Promise<void>) => Promise<Written>
  /** The archive, or `null` if it is not on this server. */
  open: (name: string) => Promise<{ bytes: number; content: Readable } | null>
  /** A zip written while it is read and stored nowhere. Each file is opened when the reader has taken the one before it. */
  stream: (files: AsyncIterable<ArchivedFile>) => AsyncGenerator<Buffer>
  remove: (name: string) => Promise<void>
  /** Removes all archives except the `wanted` ones, and all incomplete ones. */
  removeAllBut: (wanted: (name: string) => boolean) => Promise<void>
}

const PART = '.part'

/** Stores archives in `folder`, which is created for the first one. */
export function makeArchives(folder: string): Archives {
  const at = (name: string) => join(folder, `${name}.zip`)
  return {
    write: async (name, fill) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${at(name)}${PART}`
      try {
        const written = await writeZip(part, fill)
        await rename(part, at(name))
        return written
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    open: async (name) => {
      const found = await stat(at(name)).catch(() => null)
      return found && { bytes: found.size, content: createReadStream(at(name)) }
    },
    stream: streamZip,
    remove: (name) => rm(at(name), { force: true }),
    removeAllBut: async (wanted) => {
      const files = await readdir(folder).catch(() => [])
      const unwanted = files.filter((file) => !wanted(file.replace(/\.zip(\.part)?$/, '')))
      await Promise.all(unwanted.map((file) => rm(join(folder, file), { force: true })))
    },
  }
}

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

async function writeZip(path: string, fill: (add: AddFile) => Promise<void>): Promise<Written> {
  const zip = new ZipFile()
  const total = meter()
  const output = createWriteStream(path, { mode: 0o600 })
  const saved = pipeline(zip.outputStream as Readable, total.through, output)
  // A failure of either side also ends the other. This keeps the first error.
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
    saved.catch(reject)
  })
  failed.catch(() => {})
  const add: AddFile = async (file, content, { modifiedAt = new Date(), isCompressed = false } = {}) => {
    const { through, read } = meter()
    zip.addReadStream(through, file, { mtime: modifiedAt, mode: 0o600, compress: !isCompressed })
    await Promise.race([pipeline(Readable.from(content), through), failed])
    return read()
  }
  try {
    await fill(add)
    zip.end()
    await Promise.race([saved, failed])
  } catch (error) {
    output.destroy()
    await saved.catch(() => {})
    throw error
  }
  return total.read()
}

async function* streamZip(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const stopped = new AbortController()
  const addAll = async () => {
    for await (const { path, modifiedAt, content } of files) {
      stopped.signal.throwIfAborted()
      const through = new PassThrough()
      // Scans and photos are compressed already.
      zip.addReadStream(through, path, { mtime: modifiedAt, mode: 0o600, compress: false })
      await pipeline(content, through, { signal: stopped.signal })
    }
    zip.end()
  }
  addAll().catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    // The reader has left: closes the file that is being read, and adds no other.
    stopped.abort()
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
