import type { ServerResponse } from 'node:http'

/** On every answer, whatever it is (QUALITY S36-S38). Pages replace the policy by one that knows their scripts. */
export const safeHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
}

export function setSafeHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(safeHeaders)) res.setHeader(name, value)
}

/** GraphiQL is one inline page with workers from blobs; only administrators get it. */
export const graphiqlPolicy =
  "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: 'self'; font-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
