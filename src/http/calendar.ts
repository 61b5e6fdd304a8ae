import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMessage } from './site.ts'

/** Returns the calendar with this token. Throws if there is none. */
type Read = (token: string, req: IncomingMessage) => Promise<string>

/** Handles `/calendar/<token>.ics`. Every other path below `/calendar/` is not found. */
export const createCalendarEndpoint =
  (read: Read) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [, token] = /^\/calendar\/([\w-]{43})\.ics$/.exec((req.url ?? '').split('?')[0] ?? '') ?? []
    if (!token) return sendMessage(res, 404, 'There is no such calendar')
    const content = await read(token, req)
    res.writeHead(200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="caseload.ics"',
      'Content-Length': Buffer.byteLength(content),
    })
    res.end(req.method === 'HEAD' ? undefined : content)
  }
