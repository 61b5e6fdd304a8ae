import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { HashLink, SigningProvider } from './provider.ts'

export const hashLink: HashLink = (secret) => createHash('sha256').update(secret).digest('hex')

/**
 * Signing on our own page. A link's 256-bit secret is derived from the request's key and the server's secret. Staff
 * can therefore see the link again, although the database has only its hash. New links use the first server secret.
 * The older secrets still verify earlier links.
 */
export function makeBuiltInSigning(serverSecrets: readonly [string, ...string[]]): SigningProvider {
  const [secretOf, ...older] = serverSecrets.map(secretsUnder) as [SecretOf, ...SecretOf[]]
  const envelopeOf = (idempotencyKey: string) => ({
    envelopeId: null,
    linkHash: hashLink(secretOf(idempotencyKey)),
  })

  return {
    name: 'built_in',
    send: async ({ idempotencyKey }) => envelopeOf(idempotencyKey),
    find: async (idempotencyKey) => envelopeOf(idempotencyKey),
    linkSecret: (idempotencyKey, which) => {
      if (!which) return secretOf(idempotencyKey)
      const isIt = typeof which === 'string' ? (secret: string) => hashLink(secret) === which : which
      return [secretOf, ...older].map((under) => under(idempotencyKey)).find(isIt) ?? null
    },
    remote: null,
  }
}

type SecretOf = (idempotencyKey: string) => string

function secretsUnder(serverSecret: string): SecretOf {
  const key = Buffer.from(hkdfSync('sha256', serverSecret, '', 'caseload signing links', 32))
  return (idempotencyKey) => createHmac('sha256', key).update(idempotencyKey).digest('base64url')
}
