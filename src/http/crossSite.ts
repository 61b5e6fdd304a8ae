import type { IncomingMessage } from 'node:http'
import { bearerOf } from './caller.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = (origin: string) => {
  try {
    return loopbackHosts.has(new URL(origin).hostname)
  } catch {
    return false
  }
}

/** Whether the ports are the same. All names of the loopback address count as one host. */
const isSameLoopback = (origin: string, own: string) =>
  isLoopback(origin) && isLoopback(own) && new URL(origin).port === new URL(own).port

/**
 * Whether a write comes from another site (DECISIONS, "Cross-site rule"). An Origin header must be ours. Without one,
 * Sec-Fetch-Site must say so. Without both, the client is not a browser and is allowed. A request with a bearer token
 * is also allowed, because another site cannot make a browser send one.
 */
export function isCrossSite(
  req: Pick<IncomingMessage, 'headers'>,
  { publicUrl }: { publicUrl: string },
): boolean {
  if (bearerOf(req) !== null) return false
  const { origin } = req.headers
  if (origin !== undefined) return origin !== publicUrl && !isSameLoopback(origin, publicUrl)
  const site = req.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
