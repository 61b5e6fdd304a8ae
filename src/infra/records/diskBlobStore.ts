import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobStore, isStorageKey } from './blobStore.ts'

const DRAWER = 2
/** The suffix of a file that is being written or was interrupted. */
const HALF = '.half'
/** Bytes per read: two encrypted chunks of 64 KiB with their tags, so that no chunk spans two reads. */
const READ = 2 * (2 ** 16 + 16)

/** A blob store in a folder that only its owner can open. A file appears only when it is complete and on disk. */
export function diskBlobStore(folder: string): BlobStore {
  const drawerOf = (storageKey: string) => join(folder, storageKey.slice(0, DRAWER))
  const placeOf = (storageKey: string) => join(drawerOf(storageKey), checked(storageKey))
  const halfOf = (storageKey: string) => placeOf(storageKey) + HALF
  return {
    write: async (storageKey, content) => {
      const [drawer, half] = [drawerOf(storageKey), halfOf(storageKey)]
      await mkdir(drawer, { recursive: true, mode: 0o700 })
      try {
        await writeThrough(half, content)
        await rename(half, placeOf(storageKey))
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
      await syncFolder(drawer)
      await syncFolder(folder)
    },
    read: (storageKey, from, until) => reading(placeOf(storageKey), from, until),
    size: async (storageKey) => (await stat(placeOf(storageKey))).size,
    remove: async (storageKey) => {
      for (const place of [placeOf(storageKey), halfOf(storageKey)]) await rm(place, { force: true })
    },
    writtenBefore: (then) => keysIn(folder, (place) => isOlder(place, then)),
    complete: () => keysIn(folder, async (place) => !place.endsWith(HALF)),
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

function checked(storageKey: string): string {
  if (isStorageKey(storageKey)) return storageKey
  throw new Error('This is not the key of a stored file')
}

async function writeThrough(place: string, content: AsyncIterable<Buffer>): Promise<void> {
  // An incremental backup writes a file again that a killed one had begun.
  const file = await open(place, 'w', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a folder to disk, so that a new name survives a crash. Windows does not support this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Reads one block at a time, and the next one on demand. A stream would read ahead for every reader. */
async function* reading(place: string, from: number, until: number): AsyncGenerator<Buffer> {
  if (until <= from) return
  const file = await open(place, 'r')
  try {
    for (let at = from; at < until; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(READ, until - at))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** The keys of the files, partial ones included, that are wanted. */
async function* keysIn(
  folder: string,
  isWanted: (place: string) => Promise<boolean>,
): AsyncGenerator<string[]> {
  for (const drawer of await namesIn(folder)) {
    const keys: string[] = []
    for (const name of await namesIn(join(folder, drawer))) {
      const storageKey = name.endsWith(HALF) ? name.slice(0, -HALF.length) : name
      if (isStorageKey(storageKey) && (await isWanted(join(folder, drawer, name)))) keys.push(storageKey)
    }
    if (keys.length > 0) yield keys
  }
}

/** The names in a folder. None if it does not exist or is not a folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

async function isOlder(place: string, then: Date): Promise<boolean> {
  try {
    return (await stat(place)).mtime < then
  } catch {
    return false // removed in the meantime
  }
}
