import type { IncomingMessage } from 'node:http'

/** The maximum number of headers. Browsers send about 20, and a proxy adds a few. */
export const HEADERS_MAX = 100

type Problem = { status: number; message: string }

/** An unsupported `Expect` header (RFC 9110, 10.1.1). Node itself handles `100-continue`. */
export const UNMET_EXPECTATION: Problem = {
  status: 417,
  message: 'The server supports no expectation but 100-continue. Send the request without its Expect header.',
}

const HOST = /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d{1,5})?$/i
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Why a request is ambiguous or too large, or `null`. With two hosts, two servers could choose different ones and
 * send it to the wrong site (RFC 9112, 3.2). An absolute target is rewritten to its path.
 */
export function requestProblem(req: IncomingMessage): Problem | null {
  if (req.rawHeaders.length / 2 > HEADERS_MAX)
    return { status: 431, message: `A request may have at most ${HEADERS_MAX} headers` }
  const hosts = req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return { status: 400, message: 'Send one Host header' }
  const { host } = req.headers
  if (host === undefined ? req.httpVersion !== '1.0' : !HOST.test(host))
    return { status: 400, message: 'Send a Host header with the name of the site' }
  return targetProblem(req, host)
}

function targetProblem(req: IncomingMessage, host: string | undefined): Problem | null {
  const target = req.url ?? '/'
  if (target.startsWith('/') || (target === '*' && req.method === 'OPTIONS')) return null
  const [, authority, path = ''] = ABSOLUTE.exec(target) ?? []
  if (authority === undefined) return { status: 400, message: 'Ask for a path that begins with /' }
  if (authority.toLowerCase() !== host?.toLowerCase())
    return { status: 400, message: 'The address of the request and its Host header differ' }
  req.url = path.startsWith('/') ? path : `/${path}`
  return null
}
