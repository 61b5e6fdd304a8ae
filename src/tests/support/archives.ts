import { unzipSync } from 'fflate'

/** The files of a ZIP, by name. */
export const zipOf = (bytes: Buffer): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, content]) => [name, Buffer.from(content)]),
  )
