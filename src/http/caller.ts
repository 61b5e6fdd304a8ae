import type { IncomingMessage } from 'node:http'
import { requestIdOf } from './messages.ts'

/** The parts of a request that identify its caller. */
type ReceivedRequest = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** The token of an `Authorization: Bearer` header: `null` without the header, and empty if the token is empty. */
export const bearerOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
  /^bearer(?: +(.*))?$/i
    .exec(headers.authorization ?? '')
    ?.slice(1)
    .map((token) => token ?? '')[0] ?? null

/**
 * A browser marks background requests with this header. Its only effect is that the request does not extend the
 * session. Repeats domain/access/session.ts, because this floor may not import it.
 */
const BACKGROUND = 'caseload-background'

/** Whether the client accepts an event stream. */
export const opensStream = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/event-stream') ?? false

/** Whether the client is a browser's EventSource. Other urql requests accept a stream among other media types. */
const isEventSource = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept === 'text/event-stream'

/** The client's IP address. Behind a trusted proxy, it is the last one that the proxy appended. */
export function callerOf(req: ReceivedRequest, { trustProxy }: { trustProxy: boolean }) {
  const forwarded = trustProxy
    ? [req.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim()
    : undefined
  return {
    requestId: requestIdOf(req),
    bearer: bearerOf(req),
    cookieHeader: req.headers.cookie ?? null,
    ipAddress: forwarded || (req.socket.remoteAddress ?? null),
    userAgent: req.headers['user-agent']?.slice(0, 400) ?? null,
    isBackground: req.headers[BACKGROUND] !== undefined || isEventSource(req),
  }
}

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto']

/** Whether a header says that a proxy forwarded the request. */
export const isForwarded = ({ headers }: IncomingMessage): boolean =>
  forwardedHeaders.some((name) => headers[name] !== undefined)
