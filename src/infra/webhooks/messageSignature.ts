import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** A message with its ID, which stays the same when it is sent again, and the time of this attempt. */
export type SignedMessage = { id: string; body: string; at: Date; secrets: readonly string[] }

/**
 * The headers that prove where a message comes from, https://github.com/standard-webhooks/standard-webhooks. It is signed with each
 * secret, so that a receiver can change its secret at any time while two are in use.
 */
export function signatureHeaders({ id, body, at, secrets }: SignedMessage): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
