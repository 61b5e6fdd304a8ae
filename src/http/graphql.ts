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

type Ports<Caller> = {
  /** Recognizes the caller and counts the request. If it returns `refused`, no body is read. */
  recognize: (req: IncomingMessage) => Promise<Caller>
  /** Returns the GraphiQL page if the caller may use it, otherwise `null`; throws for an invalid token. */
  explorer: (caller: Caller) => Promise<Buffer | null>
  /** Records that a caller requested a page without permission, and throws `not_found`. */
  refuseExplorer: (caller: Caller) => Promise<never>
  /** Handles a GraphQL request over HTTP. */
  serve: (req: IncomingMessage, res: ServerResponse, caller: Caller) => unknown
}

/**
 * The GraphQL endpoint. Accepts only JSON bodies of limited size, and reads them after counting the caller. It alone
 * decides who gets GraphiQL.
 */
export function createGraphQLEndpoint<Caller extends object>({
  recognize,
  explorer,
  refuseExplorer,
  serve,
}: Ports<Caller>) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const isPost = req.method === 'POST'
    if (isPost) {
      if (mediaType(req.headers['content-type']) !== 'application/json')
        return sendMessage(res, 415, NOT_JSON)
      if (isPacked(req)) return sendMessage(res, 415, PACKED)
      if (Number(req.headers['content-length']) > BODY_MAX) return sendMessage(res, 413, TOO_LARGE)
    }
    let caller = await recognize(req)
    const began = performance.now()
    if (isPost && !('refused' in caller)) {
      const body = await readWithin(req, BODY_MAX)
      if (!body) return sendMessage(res, 413, TOO_LARGE)
      if (!isUtf8(body)) return sendMessage(res, 400, NOT_UTF8)
      if (performance.now() - began > BODY_SOON_MS) caller = await recognize(req)
      Object.assign(req, { body }) // where Yoga expects a body that was already read
    } else if (!isPost) {
      if (!isReadable(req)) return sendMessage(res, 400, NOT_UTF8)
      if (asksForPage(req)) {
        const page = await explorer(caller)
        if (page) return sendPage(res, page)
        if (!asksForData(req)) return refuseExplorer(caller)
      }
    }
    return serve(req, res, caller)
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

/** All connections share the bytes, so that a slow client needs no copy. */
function sendPage(res: ServerResponse, page: Buffer): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': page.length,
    'Content-Security-Policy': graphiqlPolicy,
  })
  res.end(page)
}
