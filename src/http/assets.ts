import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import { viewerPolicy } from './headers.ts'

export type Assets = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

const YEAR = 31_536_000

/** A page that shows documents, named by the hash of its only script. */
const viewerPage = /^\/viewer\/(\w+)\.([0-9a-f]{64})\.html$/

/** Serves the built files, which the build has compressed. Files with a hash in their name never change. */
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

/**
 * Closes the file if the client disconnects, which `pipe` does not do, and the connection if the file is not readable.
 */
function closeTogether(file: Readable, res: ServerResponse): void {
  res.once('close', () => file.destroy())
  file.once('error', () => res.destroy())
}

/** Whether sirv reads the range correctly. Any other range may be ignored (RFC 9110, 14.2). */
function hasPlainRange({ headers }: IncomingMessage): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(headers.range ?? '') ?? []
  return first !== undefined && (last === undefined || (Number(last) > 0 && Number(first) <= Number(last)))
}
