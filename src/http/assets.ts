import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

export type Assets = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const YEAR = 31_536_000

/** Built files, in the compressed form the build wrote beside them; hashed names never change. */
export function serveAssets(folder: string): Assets {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, pathname) => {
      res.setHeader(
        'Cache-Control',
        pathname.startsWith('/_astro/') ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
      )
    },
  })
}
