import type { IncomingMessage, ServerResponse } from 'node:http'
import { endSpan, inRequestSpan } from '#infra/tracing.ts'
import { isProbe, loggedPath } from './accessLog.ts'

/**
 * Handles a request as a span, named after its path with `*` for each ID and secret. Health checks have none, because there are so many.
 */
export function inSpanOfRequest<Result>(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  handle: () => Result,
): Result {
  const route = loggedPath(req.url ?? '/', { keepsIds: false })
  if (isProbe(route)) return handle()
  const method = req.method ?? 'GET'
  const facts = { 'http.request.method': method, 'http.route': route, 'caseload.request_id': requestId }
  return inRequestSpan(`${method} ${route}`, facts, req.headers, (span) => {
    if (span)
      res.once('close', () => {
        if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode)
        endSpan(span, res.statusCode >= 500 || undefined)
      })
    return handle()
  })
}
