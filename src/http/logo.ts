import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMessage } from './site.ts'

type Logo = { sha256: string; content: Uint8Array; mimeType: string }

type Logos = {
  /** Whether the clinic's logo has this hash. Answers from memory, so that strangers cause no query with others. */
  isCurrent: (sha256: string) => boolean
  /** Returns the logo with this hash. Throws if there is none. */
  read: (sha256: string, req: IncomingMessage) => Promise<Logo>
}

/**
 * Handles `/clinic-logo/<sha256>`, a public path that browsers may cache for good, because it changes with the content. The
 * last logo stays in memory, so that visitors cause no query. Every other path below is not found.
 */
export function createLogoEndpoint({ isCurrent, read }: Logos) {
  let last: Logo | null = null
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [, sha256] = /^\/clinic-logo\/([0-9a-f]{64})$/.exec((req.url ?? '').split('?')[0] ?? '') ?? []
    if (!sha256 || !isCurrent(sha256)) return sendMessage(res, 404, 'There is no such logo')
    const logo = last?.sha256 === sha256 ? last : await read(sha256, req)
    last = logo
    res.writeHead(200, {
      'Content-Type': logo.mimeType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Length': logo.content.byteLength,
    })
    res.end(req.method === 'HEAD' ? undefined : logo.content)
  }
}
