import { unzipSync } from 'fflate'
import { ReportedError } from './frame.ts'

/**
 * Decompresses one entry of a zip file; `null` if it does not exist. Throws `too_large` for an entry that
 * declares more than `most` bytes. fflate never writes more than an entry declares.
 */
export function unzip(archive: ArrayBuffer, name: string, most: number): string | null {
  const { [name]: content } = unzipSync(new Uint8Array(archive), {
    filter: (entry) => {
      if (entry.name !== name) return false
      if (entry.originalSize > most) throw new ReportedError('too_large')
      return true
    },
  })
  return content ? new TextDecoder().decode(content) : null
}
