import type { IncomingMessage } from 'node:http'
import { requestIdOf } from './messages.ts'
import { clientAddress, type ForwardedRequest, type TrustedProxies } from './proxies.ts'

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

/** Who sent a request, and from where. */
export function callerOf(req: ForwardedRequest, { trustProxy }: { trustProxy: TrustedProxies }) {
  return {
    requestId: requestIdOf(req),
    bearer: bearerOf(req),
    idempotencyKey: req.headers['idempotency-key']?.toString() ?? null,
    apiVersion: req.headers['api-version']?.toString() ?? null,
    asksCost: req.headers['graphql-cost'] === 'true',
    cookieHeader: req.headers.cookie ?? null,
    ipAddress: clientAddress(req, trustProxy),
    userAgent: req.headers['user-agent']?.slice(0, 400) ?? null,
    isBackground: req.headers[BACKGROUND] !== undefined || isEventSource(req),
  }
}

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto']

/** Whether a header says that a proxy forwarded the request. */
export const isForwarded = ({ headers }: IncomingMessage): boolean =>
  forwardedHeaders.some((name) => headers[name] !== undefined)
