import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { paths } from '#domain/access/screens.ts'
import { isUuid } from '#domain/text.ts'
import type { RequestScope } from '#infra/requestScope.ts'
import { routes } from '#rest/router.ts'

/** Paths beside the screens and the documented calls. */
const OTHER_PATHS = [
  '/_astro',
  '/alerts',
  '/api/webhooks/docusign',
  '/calendar',
  '/clinic-logo',
  '/forwarded',
  '/graphql',
  '/healthz',
  '/readyz',
  '/reminder',
  '/sign/away',
  '/sign/copy',
  '/sign/declined',
  '/sign/here',
  '/sign/signed',
]

const words = new Set(
  [...Object.values(paths), ...OTHER_PATHS, ...routes.map(({ path }) => path)]
    .flatMap((path) => path.split('/'))
    .filter((word) => !word.startsWith(':')),
)

/** The paths whose IDs name something that only signed-in users can open. Elsewhere an ID may be a secret. */
const WITH_IDS = /^\/(api\/(?!forwardings\/)|alerts\/)/

/**
 * The path of a request for the log: without its query, and with `*` for each part that is neither a word of
 * Caseload's own paths nor, where IDs are kept, the ID of an object. So it never has a secret, such as a signing link, or what was
 * typed.
 */
export function loggedPath(url: string, { keepsIds = true } = {}): string {
  const path = url.split('?')[0] ?? ''
  const hasIds = keepsIds && WITH_IDS.test(path)
  return path
    .slice(0, 512)
    .split('/')
    .map((part) => (words.has(part) || (hasIds && isUuid(part)) ? part : '*'))
    .join('/')
}

const probes = ['/healthz', '/readyz']

/** Whether a path without its query is a health check. */
export const isProbe = (path: string): boolean => probes.includes(path)

/**
 * Writes a line at the end of each request. `bytes` are those sent on its connection meanwhile, headers included.
 * Health checks are written at level `debug`.
 */
export function logAccess(log: Logger, scope: RequestScope, req: IncomingMessage, res: ServerResponse): void {
  const began = performance.now()
  const { socket, method, url = '/' } = req
  const bytesBefore = socket.bytesWritten
  res.once('close', () => {
    const path = loggedPath(url)
    const { requestId, userId, fault } = scope
    log[isProbe(path) ? 'debug' : 'info'](
      {
        requestId,
        method,
        path,
        // No answer was sent if the client left before it.
        status: res.headersSent ? res.statusCode : null,
        ms: Math.round(performance.now() - began),
        bytes: socket.bytesWritten - bytesBefore,
        ...(userId && { userId }),
        ...(fault && { fault }),
        ...(!res.writableFinished && { cutOff: true }),
      },
      'request',
    )
  })
}
