import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { HashLink, SigningProvider } from './provider.ts'

export const hashLink: HashLink = (secret) => createHash('sha256').update(secret).digest('hex')

/**
 * Signing on our own page. The 256-bit secret of a link is derived from the request's key and the server's
 * secret, so it can be shown to staff again and yet is stored nowhere; the database knows only its hash.
 */
export function makeBuiltInSigning(serverSecret: string): SigningProvider {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'caseload signing links', 32))
  const secretOf = (idempotencyKey: string) =>
    createHmac('sha256', key).update(idempotencyKey).digest('base64url')
  const envelopeOf = (idempotencyKey: string) => ({
    envelopeId: null,
    linkHash: hashLink(secretOf(idempotencyKey)),
  })

  return {
    name: 'built_in',
    send: async ({ idempotencyKey }) => envelopeOf(idempotencyKey),
    find: async (idempotencyKey) => envelopeOf(idempotencyKey),
    linkSecret: secretOf,
    remote: null,
  }
}
