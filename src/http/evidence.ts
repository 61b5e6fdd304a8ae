import type { IncomingMessage, ServerResponse } from 'node:http'

/** The public path of the evidence log's key and newest head. */
export const EVIDENCE_PATH = '/.well-known/caseload-evidence.json'

/** How long an answer serves other requests, so that strangers cause at most one query in this time. */
const KEPT_MS = 5000

/** Handles `EVIDENCE_PATH` with the JSON that `read` returns. Anyone may read and cache it. */
export function createEvidenceEndpoint(read: (req: IncomingMessage) => Promise<object>) {
  let latest: Promise<object> | undefined
  let usableUntil = 0
  const readAtMostOnce = (req: IncomingMessage) => {
    if (latest && performance.now() < usableUntil) return latest
    usableUntil = performance.now() + KEPT_MS
    latest = read(req).catch((error: unknown) => {
      latest = undefined
      throw error
    })
    return latest
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = `${JSON.stringify(await readAtMostOnce(req))}\n`
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'public, max-age=5',
    })
    res.end(req.method === 'HEAD' ? undefined : body)
  }
}
