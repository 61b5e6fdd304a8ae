import { unzipSync } from 'fflate'

/** The files of a zip by their paths. */
export const unzip = (zip: Buffer): Map<string, Buffer> =>
  new Map(Object.entries(unzipSync(zip)).map(([path, content]) => [path, Buffer.from(content)]))
