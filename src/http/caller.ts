import type { IncomingMessage } from 'node:http'

/** Where a request comes from. Behind a proxy that is trusted, the address it appended last counts. */
export function callerOf(req: IncomingMessage, { trustProxy }: { trustProxy: boolean }) {
  const forwarded = trustProxy
    ? [req.headers['x-forwarded-for']].flat().join(',').split(',').at(-1)?.trim()
    : undefined
  return {
    cookieHeader: req.headers.cookie ?? null,
    ipAddress: forwarded || (req.socket.remoteAddress ?? null),
    userAgent: req.headers['user-agent']?.slice(0, 400) ?? null,
  }
}
