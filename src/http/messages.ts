import { randomUUID } from 'node:crypto'
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** A request whose body is counted as it arrives, before it is read. */
export class ArrivingRequest extends IncomingMessage {
  /** Called with the bytes of each chunk. */
  arrived: (bytes: number) => void = () => {}

  /** Whether a trusted proxy sent it, so that its request ID is kept. */
  isFromProxy(): boolean {
    return false
  }

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece) this.arrived(piece.length)
    return super.push(piece, encoding)
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

const REQUEST_ID = 'x-request-id'

/**
 * The request IDs that a trusted proxy may set, such as a UUID or nginx's $request_id. IDs of jobs (`job-…`) and of
 * commands (shorter) differ from them, so that a request cannot pass for one in the audit log.
 */
const GIVEN_ID = /^(?!job-)[\w-]{20,64}$/

function givenIdOf(req: IncomingMessage): string | null {
  const id = req instanceof ArrivingRequest && req.isFromProxy() ? req.headers[REQUEST_ID] : undefined
  return typeof id === 'string' && GIVEN_ID.test(id) ? id : null
}

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
    req.headers[REQUEST_ID] = givenIdOf(req) ?? randomUUID()
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
