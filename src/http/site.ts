import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Assets } from './assets.ts'
import { opensStream } from './caller.ts'
import { isCrossSite } from './crossSite.ts'
import { EVIDENCE_PATH } from './evidence.ts'
import { setSafeHeaders } from './headers.ts'
import { hasHungUp } from './hungUp.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/** A response with only a message. */
export type Refusal = { status: number; message: string; retryAfter?: number | undefined }

/** The answer of `/readyz`: whether the process can serve requests, and the parts that prevent it. */
export type Readiness = { message: 'ready' | 'not ready' | 'stopping'; notReady: string[] }

/** The endpoints of the app, by the first part of the path. */
export type Site = {
  publicUrl: string
  readiness: () => Promise<Readiness>
  /** Logs an error that an endpoint could not handle and returns the response for it. */
  tell: (error: unknown, req: IncomingMessage) => Refusal
  /** Called with the endpoint of each request, if metrics are on. */
  traffic?:
    | { enter: (res: ServerResponse, endpoint: 'graphql' | 'rest' | 'page' | 'asset') => void }
    | undefined
  assets: Assets
  graphql: Handler
  rest: Handler
  /** A private calendar, for programs that cannot sign in. The token in its path is the permission. */
  calendar: Handler
  /** The clinic's logo, for everyone. */
  logo: Handler
  /** The key and the newest head of the evidence log, for everyone. */
  evidence: Handler
  /** A signing provider's messages. The signature is the permission. */
  webhook: Handler
  /** Leaving for a provider of single sign-on, and returning from it. */
  signOn: Handler
  pages: Handler
}

/** Describes the REST calls. The build puts it among the files that everyone may read. */
const OPEN_API_PATH = '/api/openapi.json'

const reading = ['GET', 'HEAD']
const writing = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Routes each request and applies the rules that all requests share. */
export function makeSite(site: Site) {
  const route = makeRoute(site)
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    setSafeHeaders(res)
    try {
      await route(req, res)
    } catch (error) {
      if (hasHungUp(req, error)) return
      // An endpoint that fails before it responds must not end the process.
      const { status, message, retryAfter } = site.tell(error, req)
      if (res.headersSent) return void res.destroy()
      if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
      sendMessage(res, status, message)
    }
  }
}

function makeRoute(site: Site): Handler {
  return async (req, res) => {
    const path = (req.url ?? '/').split('?')[0] ?? '/'
    const method = req.method ?? 'GET'
    if (path === '/healthz') return sendMessage(res, 200, 'alive')
    if (path === '/readyz') return sendReadiness(res, await site.readiness())
    const endpoint = endpointOf(path)
    site.traffic?.enter(res, trafficOf(endpoint))
    if (method === 'OPTIONS') return sendAllowed(res, path)
    if (!allowed(path).includes(method)) return refuseMethod(res, path, method)
    // A stream stays open for its caller, so another site must not open one either.
    if ((writing.includes(method) || opensStream(req)) && isCrossSite(req, site)) {
      return sendMessage(res, 403, 'This request came from another site')
    }
    if (endpoint !== 'page') return site[endpoint](req, res)
    if (writing.includes(method)) return site.pages(req, res)
    site.traffic?.enter(res, 'asset')
    return site.assets(req, res, () => {
      site.traffic?.enter(res, 'page')
      return site.pages(req, res)
    })
  }
}

const endpointOf = (path: string) => {
  if (path === '/graphql') return 'graphql'
  if (path.startsWith('/calendar/')) return 'calendar'
  if (path.startsWith('/clinic-logo/')) return 'logo'
  if (path.startsWith('/sign-on/')) return 'signOn'
  if (path === EVIDENCE_PATH) return 'evidence'
  if (path === '/api/webhooks/docusign') return 'webhook'
  if (path === OPEN_API_PATH) return 'page'
  return path === '/api' || path.startsWith('/api/') ? 'rest' : 'page'
}

/** The name of an endpoint in the metrics. */
function trafficOf(endpoint: ReturnType<typeof endpointOf>) {
  if (endpoint === 'logo' || endpoint === 'evidence') return 'asset'
  if (endpoint === 'signOn') return 'page'
  return endpoint === 'calendar' || endpoint === 'webhook' ? 'rest' : endpoint
}

/** REST checks the methods of each call itself. A page accepts GET, and POST from its form. */
const allowed = (path: string): string[] => {
  if (path === OPEN_API_PATH || path === EVIDENCE_PATH) return reading
  if (path.startsWith('/api/')) return [...reading, ...writing]
  return /^\/(calendar|clinic-logo)\//.test(path) ? reading : [...reading, 'POST']
}

function sendReadiness(res: ServerResponse, readiness: Readiness): void {
  const { message, notReady } = readiness
  send(res, message === 'ready' ? 200 : 503, message === 'not ready' ? { message, notReady } : { message })
}

export const sendMessage = (res: ServerResponse, status: number, message: string): void =>
  send(res, status, { message })

function send(res: ServerResponse, status: number, answer: { message: string; notReady?: string[] }): void {
  if (status === 503 && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', '5')
  const body = JSON.stringify(answer)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  res.end(body)
}

function refuseMethod(res: ServerResponse, path: string, method: string): void {
  res.setHeader('Allow', allowed(path).join(', '))
  sendMessage(res, 405, `${method} is not allowed here`)
}

function sendAllowed(res: ServerResponse, path: string): void {
  res.setHeader('Allow', allowed(path).join(', '))
  res.writeHead(204).end()
}
