import type { ServerResponse } from 'node:http'

/** Headers of every response (QUALITY S36-S38). Pages replace the policy with one that allows their scripts. */
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

/** GraphiQL is a single page with inline scripts and blob workers. Only administrators get it. */
export const graphiqlPolicy =
  "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: 'self'; font-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The policy of the page that shows documents. It has an opaque origin, so it gets no cookies and cannot reach the page
 * around it. It may run one script, known by its hash, and that script's workers. WebAssembly decodes scans in PDFs.
 */
export const viewerPolicy = (scriptHash: string, hasDecoders: boolean): string =>
  [
    'sandbox allow-scripts allow-modals',
    "default-src 'none'",
    `script-src 'sha256-${Buffer.from(scriptHash, 'hex').toString('base64')}'${hasDecoders ? " 'wasm-unsafe-eval'" : ''}`,
    'worker-src blob:',
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
