import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { safeHeaders } from './headers.ts'

/** How long a caller may take, in milliseconds, and how much the headers may hold, in bytes. */
export type ListenerLimits = {
  /** Until the headers are here. */
  headersTimeout: number
  /** Until the whole request is here. */
  requestTimeout: number
  /** How often callers are looked at who take too long. */
  connectionsCheckingInterval: number
  maxHeaderSize: number
}

const standard: ListenerLimits = {
  headersTimeout: 15_000,
  // A file of the standard limit comes in time at a tenth of a megabyte a second.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
}

/** Longer than programs and proxies keep a connection for the next request, so that none goes out on one that just ended. */
const KEPT_MS = 65_000

/** The one HTTP server of a process: slow, oversized and malformed requests end here, before any door opens. */
export const makeListener = (answer: RequestListener, limits: Partial<ListenerLimits> = {}): Server =>
  createServer({ ...standard, keepAliveTimeout: KEPT_MS, ...limits }, answer).on('clientError', refuse)

const refusals: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body is too large'],
  HPE_INVALID_METHOD: [501, 'There is no such method'],
}
const malformed: [number, string] = [400, 'This is not a request that can be read']

/** Says what was wrong, unless an answer is under way on this connection already; then it can only be cut. */
function refuse(
  error: Error & { code?: string },
  socket: Duplex & { _httpMessage?: { headersSent: boolean } | null },
) {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
    return void socket.destroy()
  const [status, message] = refusals[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ message })
  const headers = {
    ...safeHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
