import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BODY_MAX,
  BODY_SOON_MS,
  isPacked,
  mediaType,
  NOT_JSON,
  NOT_UTF8,
  PACKED,
  readWithin,
  TOO_LARGE,
} from './body.ts'
import { graphiqlPolicy } from './headers.ts'
import { sendMessage } from './site.ts'

type Ports<Asker> = {
  /** Recognizes the caller and counts the request. Of a caller with `refused`, no body is read. */
  recognise: (req: IncomingMessage) => Promise<Asker>
  /** Returns the GraphiQL page if the caller may use it, otherwise `null`; throws for an invalid token. */
  explorer: (asker: Asker) => Promise<Buffer | null>
  /** Records that a caller asked for a page that they may not have, and throws `not_found`. */
  refuseExplorer: (asker: Asker) => Promise<never>
  /** Answers a GraphQL request over HTTP. */
  serve: (req: IncomingMessage, res: ServerResponse, asker: Asker) => unknown
}

/**
 * The GraphQL endpoint: JSON bodies only, of a bounded size, read once the caller has been counted. Who gets GraphiQL is
 * decided here and nowhere else.
 */
export function createGraphQLEndpoint<Asker extends object>({
  recognise,
  explorer,
  refuseExplorer,
  serve,
}: Ports<Asker>) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const isPost = req.method === 'POST'
    if (isPost) {
      if (mediaType(req.headers['content-type']) !== 'application/json')
        return sendMessage(res, 415, NOT_JSON)
      if (isPacked(req)) return sendMessage(res, 415, PACKED)
      if (Number(req.headers['content-length']) > BODY_MAX) return sendMessage(res, 413, TOO_LARGE)
    }
    let asker = await recognise(req)
    const began = performance.now()
    if (isPost && !('refused' in asker)) {
      const body = await readWithin(req, BODY_MAX)
      if (!body) return sendMessage(res, 413, TOO_LARGE)
      if (!isUtf8(body)) return sendMessage(res, 400, NOT_UTF8)
      if (performance.now() - began > BODY_SOON_MS) asker = await recognise(req)
      Object.assign(req, { body }) // where Yoga looks for a body that has been read already
    } else if (!isPost) {
      if (!isReadable(req)) return sendMessage(res, 400, NOT_UTF8)
      if (asksForPage(req)) {
        const page = await explorer(asker)
        if (page) return sendPage(res, page)
        if (!asksForData(req)) return refuseExplorer(asker)
      }
    }
    return serve(req, res, asker)
  }
}

const asksForPage = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && Boolean(headers.accept?.includes('text/html'))

const asksForData = ({ url = '/' }: IncomingMessage) =>
  new URL(url, 'http://localhost').searchParams.has('query')

/** Whether the percent-encoding of the URL is valid. */
function isReadable({ url = '/' }: IncomingMessage): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** The bytes are shared by all connections, so that a slow reader holds no copy. */
function sendPage(res: ServerResponse, page: Buffer): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': page.length,
    'Content-Security-Policy': graphiqlPolicy,
  })
  res.end(page)
}
