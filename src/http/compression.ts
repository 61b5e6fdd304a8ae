import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { IdentifiedResponse } from './messages.ts'

/** The media types that are compressed. Streams of events, files and tables to download are not. */
const COMPRESSED = /^(text\/html|application\/(graphql-response\+)?json)\b/

/** Below this size, compression saves less than it costs. */
const BYTES_MIN = 1_000

/** A compressor uses 256 kB, so only this many run at a time. Further responses are sent uncompressed. */
const COMPRESSORS_MAX = 64

let compressors = 0

/** The number of responses that are being compressed now. */
export const openCompressors = (): number => compressors

/** Whether the Accept-Encoding header of a request allows gzip (RFC 9110, 12.5.3). */
export function acceptsGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const offers = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  const [, weight] = offers.find(([name]) => name === 'gzip') ?? offers.find(([name]) => name === '*') ?? []
  const isOffered = offers.some(([name]) => name === 'gzip' || name === '*')
  return isOffered && !/^q=0(\.0*)?$/.test(weight ?? '')
}

/**
 * Whether another site could have caused a request that carries the user's cookies. Its response is not compressed: an
 * attacker who chooses a part of it could learn the rest from its compressed length (BREACH). Browsers that do not send
 * Sec-Fetch-Site get uncompressed responses too, and so do forms, whose pages repeat what was typed.
 */
function mayBeProbed({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD' && url?.split('?')[0] !== '/graphql') return true
  const site = headers['sec-fetch-site']
  return headers.cookie !== undefined && site !== 'same-origin' && site !== 'none'
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]
type Sent = string | Uint8Array

/**
 * A response that compresses HTML and JSON as they are written. The compressor never waits for the client: compressed
 * bytes wait in the response, where the limits on slow readers count them. A writer that respects back pressure, such
 * as a streamed list, keeps its compressor until the client has read the list or is disconnected.
 */
export class CompressedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends IdentifiedResponse<Request> {
  #gzip: Gzip | undefined
  #willFlush = false

  /** Bytes in memory that the client has not read yet. */
  get waitingBytes(): number {
    return this.writableLength + (this.#gzip ? this.#gzip.writableLength + this.#gzip.readableLength : 0)
  }

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    const fields = typeof reason === 'object' ? reason : headers
    if (Array.isArray(fields)) return super.writeHead(status, reason, headers)
    for (const [name, value] of Object.entries(fields ?? {}))
      if (value !== undefined) this.setHeader(name, value)
    if (this.#isWorthwhile(status)) this.#negotiate()
    return super.writeHead(status, typeof reason === 'string' ? reason : undefined)
  }

  override write(chunk: Sent, ...rest: unknown[]): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode)
    if (!this.#gzip) return super.write(chunk, ...(rest as []))
    const hasRoom = this.#gzip.write(chunk, ...(rest as []))
    this.#flushSoon()
    return hasRoom && !this.writableNeedDrain
  }

  override end(...sent: unknown[]): this {
    const [chunk] = sent
    if (!this.headersSent && (typeof chunk === 'string' || chunk instanceof Uint8Array)) {
      this.setHeader('Content-Length', Buffer.byteLength(chunk))
      this.writeHead(this.statusCode)
    }
    if (!this.#gzip) return super.end(...(sent as []))
    const done = sent.find((one) => typeof one === 'function')
    if (done) this.once('finish', done as () => void)
    if (!this.#gzip.writableEnded) this.#gzip.end(...(sent.filter((one) => one !== done) as []))
    return this
  }

  #isWorthwhile(status: number): boolean {
    const isPlain = ['Content-Encoding', 'Content-Disposition', 'Content-Range', 'ETag'].every(
      (name) => !this.hasHeader(name),
    )
    return (
      isPlain &&
      status >= 200 &&
      status !== 204 &&
      status !== 304 &&
      COMPRESSED.test(String(this.getHeader('Content-Type'))) &&
      Number(this.getHeader('Content-Length') ?? BYTES_MIN) >= BYTES_MIN
    )
  }

  /** The headers of a HEAD request are those of the GET request (RFC 9110, 9.3.2). */
  #negotiate(): void {
    this.appendHeader('Vary', 'Accept-Encoding')
    if (!acceptsGzip(this.req) || mayBeProbed(this.req) || compressors >= COMPRESSORS_MAX) return
    this.setHeader('Content-Encoding', 'gzip')
    this.removeHeader('Content-Length')
    if (this.req.method !== 'HEAD') this.#open()
  }

  #open(): void {
    const gzip = createGzip({ level: 5 })
    compressors += 1
    this.#gzip = gzip
    gzip.on('data', (bytes: Buffer) => super.write(bytes))
    gzip.on('drain', () => {
      if (!this.writableNeedDrain) this.emit('drain')
    })
    gzip.once('end', () => super.end())
    gzip.once('error', (error) => this.destroy(error))
    gzip.once('close', () => {
      compressors -= 1
    })
    this.once('close', () => gzip.destroy())
  }

  /** Sends what was written in this turn of the event loop, so that the client can show the start of a page. */
  #flushSoon(): void {
    if (this.#willFlush) return
    this.#willFlush = true
    setImmediate(() => {
      this.#willFlush = false
      if (!this.#gzip?.writableEnded) this.#gzip?.flush(constants.Z_SYNC_FLUSH)
    })
  }
}
