import type { IncomingMessage, ServerResponse } from 'node:http'
import { BODY_MAX, isPacked, PACKED, readWithin, TOO_LARGE } from './body.ts'
import { sendMessage } from './site.ts'

/** Processes a raw message. Throws if it is rejected. */
type Take = (message: { body: Buffer; signatures: string[] }, req: IncomingMessage) => Promise<void>

/** DocuSign signs with each of its active keys, with one header per key. */
const SIGNATURE = /^x-docusign-signature-\d{1,3}$/

/** Handles `POST /api/webhooks/docusign`. The signature covers the raw bytes, so the body is not parsed here. */
export const createWebhookEndpoint =
  (take: Take) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'POST') {
      res.setHeader('Allow', 'POST')
      return sendMessage(res, 405, `${req.method} is not allowed here`)
    }
    if (isPacked(req)) return sendMessage(res, 415, PACKED)
    const body = await readWithin(req, BODY_MAX)
    if (!body) return sendMessage(res, 413, TOO_LARGE)
    const signatures = Object.entries(req.headers)
      .filter(([name]) => SIGNATURE.test(name))
      .map(([, value]) => String(value))
    await take({ body, signatures }, req)
    sendMessage(res, 200, 'Received')
  }
