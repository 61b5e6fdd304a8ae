import { z } from 'zod'

/** The address of clamd. */
export type ScannerPlace = { path: string } | { host: string; port: number }

const local = new Set(['localhost', '127.0.0.1', '::1'])

/** Parses `/run/clamav/clamd.ctl`, `127.0.0.1:3310` or `[::1]:3310`; `null` for anything else. */
export function readScannerPlace(value: string): ScannerPlace | null {
  const place = value.trim()
  if (/^\/[^\p{Cc}]+$/u.test(place)) return { path: place }
  const [, framed, plain, digits] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(place) ?? []
  const host = framed ?? plain
  const port = Number(digits)
  return host !== undefined && port >= 1 && port <= 65535 ? { host, port } : null
}

/** The scanner settings in the environment. */
export const scannerShape = {
  CLAMD_ADDRESS: z
    .string()
    .transform(readScannerPlace)
    .refine((place) => place !== null, 'must be a socket like /run/clamav/clamd.ctl, or a host:port')
    .optional(),
  CLAMD_IN_CLEAR: z.stringbool({ error: 'must be true or false' }).default(false),
}

/** clamd has no encryption. The operator must allow unencrypted traffic to another machine explicitly. */
export function scannerProblems(settings: {
  CLAMD_ADDRESS?: ScannerPlace | null | undefined
  CLAMD_IN_CLEAR: boolean
}): string[] {
  const { CLAMD_ADDRESS: place, CLAMD_IN_CLEAR: isAllowed } = settings
  if (!place || 'path' in place || local.has(place.host) || isAllowed) return []
  return [
    `CLAMD_ADDRESS ${place.host} is another machine, and records would go there unencrypted: ` +
      'use a tunnel, or set CLAMD_IN_CLEAR=true if no one else uses that network',
  ]
}
