import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'

/** An open file of a folder that can be read several times. */
export type FolderFile = {
  size: number
  read: (range?: { start: number; end: number }) => AsyncIterable<Buffer>
  close: () => Promise<void>
}

/** Thrown if a name does not lead to a file in the folder. The message says why. */
export class NotInFolder extends Error {
  override name = 'NotInFolder'
}

/** Gives access only to files inside a folder, even if a name has `..` or a symbolic link leads outside. */
export type RecordFolder = {
  /** Throws `NotInFolder`. */
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
  // The target of a symbolic link must be inside the folder, too.
  const real = await realpath(written).catch(() => {
    throw new NotInFolder('There is no such file in the folder')
  })
  if (!real.startsWith(root + sep)) throw outside
  return real
}
