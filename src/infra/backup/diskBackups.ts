import { createReadStream, createWriteStream, existsSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskBlobStore } from '../records/diskBlobStore.ts'
import { backupName, madeAt } from './backupName.ts'
import { type BackupFile, type BackupPlace, sharedFolder } from './backupPlace.ts'
import { BackupProblem } from './backupProblem.ts'

/** The suffix of a backup that is being written or was interrupted. */
export const HALF = '.half'
const READ_BYTES = 2 ** 19

/**
 * A backup on disk. It has the suffix `.half` until everything is flushed. A failed one is deleted, and one left by a crash is
 * overwritten.
 */
export const diskFile = (path: string): BackupFile => ({
  path,
  size: async () => {
    if (!existsSync(path)) throw new BackupProblem(`There is no file ${path}`)
    return statSync(path).size
  },
  read: (start) => createReadStream(path, { start, highWaterMark: READ_BYTES }),
  write: async (content, signal) => {
    const half = path + HALF
    try {
      const output = createWriteStream(half, { mode: 0o600, flush: true })
      await pipeline(content, output, { signal })
      await rename(half, path)
      await syncFolder(dirname(path))
      return output.bytesWritten
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
  },
  remove: () => rm(path),
  sharedStore: (recipient) => {
    const folder = join(dirname(path), sharedFolder(recipient))
    return { path: folder, store: diskBlobStore(folder) }
  },
})

/** A folder, or a new file in one. */
export const diskPlace = (path: string): BackupPlace => ({
  path,
  newFile: async (now) => {
    const newPath = isFolder(path) ? join(path, backupName(now)) : path
    if (!existsSync(dirname(newPath))) throw noFolder(dirname(newPath))
    if (existsSync(newPath)) throw new BackupProblem(`${newPath} is there already, and is not written over`)
    return diskFile(newPath)
  },
  backups: async () => {
    if (!isFolder(path)) throw noFolder(path)
    return readdirSync(path)
      .sort()
      .flatMap((name) => {
        const at = madeAt(name)
        return at === null ? [] : [{ file: diskFile(join(path, name)), madeAt: at }]
      })
  },
})

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()
const noFolder = (path: string) => new BackupProblem(`There is no folder ${path}`)

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}
