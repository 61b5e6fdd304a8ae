import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import { viewerPolicy } from './headers.ts'

export type Assets = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const YEAR = 31_536_000

/** A page that shows documents, named by the hash of the one script in it. */
const viewerPage = /^\/viewer\/(\w+)\.([0-9a-f]{64})\.html$/

/** Built files, in the compressed form the build wrote beside them; hashed names never change. */
export function serveAssets(folder: string): Assets {
  const serve = sirv(folder, {
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
  return (req, res, next) => {
    if (!hasPlainRange(req)) delete req.headers.range
    res.once('pipe', (file: Readable) => closeTogether(file, res))
    serve(req, res, next)
  }
}

/** Closes the file of a caller who hangs up, which `pipe` leaves open, and hangs up on the caller of a file that cannot be read. */
function closeTogether(file: Readable, res: ServerResponse): void {
  res.once('close', () => file.destroy())
  file.once('error', () => res.destroy())
}

/** Whether a range is one that sirv reads correctly. Any other may be ignored (RFC 9110, 14.2). */
function hasPlainRange({ headers }: IncomingMessage): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(headers.range ?? '') ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}
