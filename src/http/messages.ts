import { randomUUID } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A request whose body is counted as it arrives, before it is read. */
export class ArrivingRequest extends IncomingMessage {
  /** Called with the bytes of each chunk. */
  arrived: (bytes: number) => void = () => {}

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece) this.arrived(piece.length)
    return super.push(piece, encoding)
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

const REQUEST_ID = 'x-request-id'

/**
 * A response with the request ID, even if Node itself sends it, and with `WWW-Authenticate` on each 401 (RFC 9110,
 * 11.6.1). Browsers show no password prompt for Bearer.
 */
export class IdentifiedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  constructor(...[req, ...rest]: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(req, ...rest)
    // Replaces an ID sent by the client, so that clients cannot choose IDs in the audit log.
    req.headers[REQUEST_ID] = randomUUID()
    this.setHeader('X-Request-Id', requestIdOf(req))
  }

  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    if (status === 401 && !this.hasHeader('WWW-Authenticate')) this.setHeader('WWW-Authenticate', 'Bearer')
    return super.writeHead(status, reason as string, headers)
  }
}

/** The ID that a request got on arrival. It is in the response, the log and the audit log. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  String(headers[REQUEST_ID] ?? randomUUID())
