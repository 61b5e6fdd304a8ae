import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { viewerPolicy } from './headers.ts'

export type Assets = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const YEAR = 31_536_000

/** A page that shows documents, named by the hash of the one script in it. */
const viewerPage = /^\/viewer\/(\w+)\.([0-9a-f]{64})\.html$/

/** Built files, in the compressed form the build wrote beside them; hashed names never change. */
export function serveAssets(folder: string): Assets {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, pathname) => {
      const isForGood = /^\/(_astro|viewer)\//.test(pathname)
      res.setHeader(
        'Cache-Control',
        isForGood ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
      )
      const [, kind, hash] = viewerPage.exec(pathname) ?? []
      if (hash) res.setHeader('Content-Security-Policy', viewerPolicy(hash, kind === 'pdf'))
    },
  })
}
