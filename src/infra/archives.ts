import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** How long something written is, and the SHA-256 of it in hex. */
export type Written = { bytes: number; sha256: string }
/** Adds one file to an archive, as fast as its text comes; the next may be added when this one is in. */
export type AddFile = (path: string, text: AsyncIterable<string>) => Promise<Written>

/** Archives in a folder that only the server's own user may open. */
export type Archives = {
  /** Writes a zip. Until all of it is written there is none by that name, and if anything fails there never is. */
  write: (name: string, fill: (add: AddFile) => Promise<void>) => Promise<Written>
  /** What was written, or `null` if it does not lie here. */
  open: (name: string) => Promise<{ bytes: number; content: Readable } | null>
  remove: (name: string) => Promise<void>
  /** Removes all but those still `wanted`, what was cut off too. */
  removeAllBut: (wanted: (name: string) => boolean) => Promise<void>
}

const PART = '.part'

/** Keeps archives in `folder`, which is made when the first is written. */
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
    remove: (name) => rm(at(name), { force: true }),
    removeAllBut: async (wanted) => {
      const files = await readdir(folder).catch(() => [])
      const unwanted = files.filter((file) => !wanted(file.replace(/\.zip(\.part)?$/, '')))
      await Promise.all(unwanted.map((file) => rm(join(folder, file), { force: true })))
    },
  }
}

async function writeZip(path: string, fill: (add: AddFile) => Promise<void>): Promise<Written> {
  const zip = new ZipFile()
  const total = meter()
  const output = createWriteStream(path, { mode: 0o600 })
  const saved = pipeline(zip.outputStream as Readable, total.through, output)
  // A failure of either side ends the other; it is the first one that is told.
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
    saved.catch(reject)
  })
  failed.catch(() => {})
  const add: AddFile = async (file, text) => {
    const { through, read } = meter()
    zip.addReadStream(through, file, { mode: 0o600 })
    await Promise.race([pipeline(Readable.from(text), through), failed])
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

/** Counts and hashes what goes through. */
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
