import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CompressedResponse } from './compression.ts'
import {
  type Connection,
  type CutOff,
  type HoldLimits,
  makeConnections,
  waitingBytes,
} from './connections.ts'
import { safeHeaders, setSafeHeaders } from './headers.ts'
import { ArrivingRequest } from './messages.ts'
import { HEADERS_MAX, requestProblem, UNMET_EXPECTATION } from './requestProblem.ts'
import { sendMessage } from './site.ts'

/** The time limits in milliseconds, the size limit of headers in bytes, and the limits on connections. */
export type ListenerLimits = HoldLimits & {
  /** Until all headers have arrived. */
  headersTimeout: number
  /** Until the complete request has arrived, however fast it comes. */
  requestTimeout: number
  /** The interval at which Node closes connections that take too long. */
  connectionsCheckingInterval: number
  maxHeaderSize: number
  /** Connections in total. */
  connections: number
  /** How long a client may read nothing while bytes wait. Node needs two checks, so it may take twice as long. */
  stallMs: number
  /** The interval of the checks on memory and the speed of bodies. */
  sampleMs: number
}

const MEGABYTE = 1_048_576

const standard: ListenerLimits = {
  headersTimeout: 15_000,
  // A fallback: a body that is too slow ends much earlier. A file of 25 MB must arrive at 83 kB a second.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  connections: 5_000,
  connectionsPerAddress: 2_000,
  requestsPerConnection: 32,
  responseBytesPerConnection: 32 * MEGABYTE,
  responseBytes: 128 * MEGABYTE,
  bodyBytes: 64 * MEGABYTE,
  bodyWindow: { ms: 10_000, bytes: 50_000 },
  // Linux reports progress to a local proxy in steps of about 0.9 MB. A phone at 10 kB a second takes 87 s for one.
  stallMs: 90_000,
  sampleMs: 250,
}

type Ports = {
  /** Maps an IP address to the network that limits count, because one IPv6 client has a whole /64 network. */
  networkOf: (address: string | null) => string
  /** The client's address behind a trusted proxy. Limits then count its requests instead of connections. */
  forwardedAddress: ((req: IncomingMessage) => string | null) | null
  /** Whether a trusted proxy sent the request, whose request ID is then kept. */
  isFromProxy: (req: IncomingMessage) => boolean
  /** Called for each connection that is refused or cut off. */
  heard: (what: CutOff) => void
}

const alone: Ports = { networkOf: String, forwardedAddress: null, isFromProxy: () => false, heard: () => {} }

/** Longer than programs and proxies keep idle connections, so that they do not use one that has just ended. */
const KEPT_MS = 65_000
/** How long a rejected client may take to read the error. */
const LINGER_MS = 1_000

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * The HTTP server of a process. Rejects slow, oversized, ambiguous and malformed requests and disconnects clients that
 * do not read, so that the memory used by each request is bounded.
 */
export function makeListener(
  answer: Handler,
  limits: Partial<ListenerLimits> = {},
  ports: Partial<Ports> = {},
): Server {
  const { connections: most, stallMs, sampleMs, ...bounds } = { ...standard, ...limits }
  const { networkOf, forwardedAddress, isFromProxy, heard } = { ...alone, ...ports }
  const perCaller = forwardedAddress
    ? countByCaller(bounds.connectionsPerAddress, forwardedAddress, networkOf)
    : null
  const connections = makeConnections({
    // All connections of a proxy have its own address.
    limits: forwardedAddress ? { ...bounds, connectionsPerAddress: most } : bounds,
    cutOff: (connection, reason) => {
      heard(reason === 'reader' ? 'reader' : 'body')
      if (reason === 'reader') return void connection.socket.destroy()
      refuse(connection.socket, reason === 'slow body' ? tooSlow : tooMany, connection)
      // The rest of the request is discarded at once.
      if (reason === 'too many bodies') connection.socket.destroySoon()
    },
  })

  class ProxiedRequest extends ArrivingRequest {
    override isFromProxy = () => isFromProxy(this)
  }
  const options = {
    ...bounds,
    keepAliveTimeout: KEPT_MS,
    // Node's own response would lack our headers; `requestProblem` checks the host.
    requireHostHeader: false,
    IncomingMessage: ProxiedRequest,
    ServerResponse: CompressedResponse,
  }
  const server = createServer(options, receive)
  server.maxConnections = most
  server.maxHeadersCount = HEADERS_MAX + 1
  server.timeout = stallMs
  server.on('connection', (socket: Socket) => {
    if (connections.admit(socket, networkOf(socket.remoteAddress ?? null))) return
    heard('connection')
    socket.destroy()
  })
  server.on('drop', () => {
    heard('connection')
    // Idle connections are optional, so they are closed first to make room.
    server.closeIdleConnections()
  })
  server.on('timeout', (socket: Socket) => endStalled(socket))
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) =>
    refuseRequest(res, UNMET_EXPECTATION.status, UNMET_EXPECTATION.message),
  )
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const refusal = refusals[error.code ?? ''] ?? malformed
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, refusal, connections.of(socket))
  })
  const sampling = setInterval(connections.sample, sampleMs).unref()
  return server.once('close', () => clearInterval(sampling))

  function receive(req: ProxiedRequest, res: CompressedResponse<ProxiedRequest>): unknown {
    if (!connections.begin(req, res)) {
      if (!req.socket.destroyed) heard('connection')
      return void req.socket.destroy()
    }
    const problem = requestProblem(req)
    if (problem) return refuseRequest(res, problem.status, problem.message)
    if (perCaller && !perCaller(req, res)) {
      heard('connection')
      setSafeHeaders(res)
      res.setHeader('Retry-After', '5')
      return sendMessage(res, 429, 'Too many requests from this address are open. Try again in a moment.')
    }
    return answer(req, res)
  }

  /** Node reports no activity: an idle connection, a client that stopped reading, or a response in preparation. */
  function endStalled(socket: Socket): void {
    const connection = connections.of(socket)
    if (connection && connection.open.size > 0 && waitingBytes(connection) === 0) return
    if (connection && connection.open.size > 0) heard('reader')
    socket.destroy()
  }
}

type Refusal = { status: number; message: string; retryAfter?: number }

const tooSlow: Refusal = { status: 408, message: 'The request took too long' }
const tooMany: Refusal = {
  status: 503,
  message: 'The server is receiving too many requests. Try again in a moment.',
  retryAfter: 5,
}
const malformed: Refusal = { status: 400, message: 'The request could not be parsed' }
const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The body is too large' },
  HPE_INVALID_METHOD: { status: 501, message: 'Unknown method' },
}

/** Rejects a request without reading it, and closes its connection. */
function refuseRequest(res: ServerResponse, status: number, message: string): void {
  setSafeHeaders(res)
  res.setHeader('Connection', 'close')
  sendMessage(res, status, message)
}

/** Sends the error, unless a response has begun on this connection. Then it can only be cut off. */
function refuse(socket: Socket, { status, message, retryAfter }: Refusal, connection?: Connection): void {
  const answers = [...(connection?.open ?? [])].map(({ res }) => res)
  if (answers.some(({ headersSent }) => headersSent) || !socket.writable) return void socket.destroy()
  const body = JSON.stringify({ message })
  const headers = {
    ...safeHeaders,
    'X-Request-Id': answers[0]?.getHeader('X-Request-Id') ?? randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Counts the open requests of each client behind a proxy. Returns whether this one is within the limit. */
function countByCaller(
  most: number,
  addressOf: (req: IncomingMessage) => string | null,
  networkOf: Ports['networkOf'],
) {
  const open = new Map<string, number>()
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const caller = networkOf(addressOf(req))
    const count = open.get(caller) ?? 0
    if (count >= most) return false
    open.set(caller, count + 1)
    const release = () => {
      const left = (open.get(caller) ?? 1) - 1
      if (left === 0) open.delete(caller)
      else open.set(caller, left)
    }
    let isReleased = false
    for (const emitter of [res, req.socket])
      emitter.once('close', () => {
        if (isReleased) return
        isReleased = true
        release()
      })
    return true
  }
}
