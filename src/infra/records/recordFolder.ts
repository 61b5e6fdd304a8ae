import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'

/** A file of a folder, open to be read as often as wanted. */
export type FolderFile = {
  size: number
  read: (range?: { start: number; end: number }) => AsyncIterable<Buffer>
  close: () => Promise<void>
}

/** Why a name leads to no file of the folder, in words. */
export class NotInFolder extends Error {
  override name = 'NotInFolder'
}

/** Gives access only to files inside a folder, even if a name has `..` or a symbolic link leads outside. */
export type RecordFolder = {
  /** Throws NotInFolder. */
  open: (name: string) => Promise<FolderFile>
  isNotInFolder: (error: unknown) => error is Error
}

export async function openRecordFolder(path: string): Promise<RecordFolder> {
  const root = await realpath(path)
  return {
    isNotInFolder: (error): error is Error => error instanceof NotInFolder,
    open: async (name) => {
      const handle = await open(await placeOf(root, name), constants.O_RDONLY | constants.O_NOFOLLOW)
      const about = await handle.stat()
      if (!about.isFile()) {
        await handle.close()
        throw new NotInFolder('This is no file')
      }
      return {
        size: about.size,
        read: (range) =>
          handle.createReadStream({
            autoClose: false,
            start: range?.start ?? 0,
            ...(range && { end: Math.max(range.start, range.end - 1) }),
          }),
        close: () => handle.close(),
      }
    },
  }
}

async function placeOf(root: string, name: string): Promise<string> {
  const outside = new NotInFolder('This file is not in the folder')
  if (name === '' || name.includes('\0') || isAbsolute(name) || /^[A-Za-z]:/.test(name)) throw outside
  const written = resolve(root, name.replaceAll('\\', '/'))
  if (!written.startsWith(root + sep)) throw outside
  // Where links lead is looked at too: what they name must lie below the folder as well.
  const real = await realpath(written).catch(() => {
    throw new NotInFolder('There is no such file in the folder')
  })
  if (!real.startsWith(root + sep)) throw outside
  return real
}
