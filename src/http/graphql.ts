import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_MAX, isPacked, mediaType, NOT_JSON, PACKED, readWithin, TOO_LARGE } from './body.ts'
import { graphiqlPolicy } from './headers.ts'
import { sendMessage } from './site.ts'

type Ports = {
  /** Answers a GraphQL request over HTTP, GraphiQL's page included. */
  serve: (req: IncomingMessage, res: ServerResponse) => unknown
  /** Throws for a visitor who may not have GraphiQL. */
  admitExplorer: (req: IncomingMessage) => Promise<void>
}

/** JSON bodies only, of a bounded size; the page of GraphiQL for administrators only, and unknown to others. */
export function makeGraphQLDoor({ serve, admitExplorer }: Ports) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method === 'POST') {
      if (mediaType(req.headers['content-type']) !== 'application/json')
        return sendMessage(res, 415, NOT_JSON)
      if (isPacked(req)) return sendMessage(res, 415, PACKED)
      if (!(await isWithin(req, BODY_MAX))) {
        return sendMessage(res, 413, TOO_LARGE)
      }
    } else if (isForGraphiQL(req)) {
      await admitExplorer(req)
      res.setHeader('Content-Security-Policy', graphiqlPolicy)
    }
    await serve(req, res)
  }
}

const isForGraphiQL = (req: IncomingMessage) =>
  Boolean(req.headers.accept?.includes('text/html')) &&
  !new URL(req.url ?? '/', 'http://localhost').searchParams.has('query')

/** Whether the body is small enough. One of unannounced length is read here for it, and left on `req` for Yoga. */
async function isWithin(req: IncomingMessage, max: number): Promise<boolean> {
  const announced = Number(req.headers['content-length'])
  if (announced <= max) return true
  const body = await readWithin(req, max)
  if (body) Object.assign(req, { body })
  return body !== null
}
