import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** Derives a secret from the server's key and words that name its purpose. */
const derived = ({ signing }: Pick<RequestContext, 'signing'>, ...words: string[]): string | null =>
  signing.of('built_in').linkSecret(words.join(' '))

/** The secret in the link to a patient's signed form. The database stores only its hash. */
export const copySecret = (
  { signing }: Pick<RequestContext, 'signing'>,
  { idempotencyKey, copyLinkHash }: ConsentRequest,
): string | null => signing.of('built_in').linkSecret(`copy ${idempotencyKey}`, copyLinkHash)

/**
 * The secret in the link to forwarded records, derived from the forwarding's ID. The database stores only its
 * hash.
 */
export const forwardingSecret = (ctx: Pick<RequestContext, 'signing'>, id: string): string | null =>
  derived(ctx, 'forwarding', id)

/** The secret in the link of a reminder, derived from the reminder's ID. The database stores only its hash. */
export const reminderSecret = (ctx: Pick<RequestContext, 'signing'>, id: string): string | null =>
  derived(ctx, 'reminder', id)

/** The page where the patient can download the signed form again. */
export const copyPath = (secret: string) => `/sign/copy/${secret}`

/**
 * The six digits of a request's code, derived again when the e-mail is sent; `null` if no code was requested.
 */
export function identityCode(
  ctx: Pick<RequestContext, 'signing'>,
  { idempotencyKey, identityCodeExpiresAt }: ConsentRequest,
): string | null {
  const secret =
    identityCodeExpiresAt && derived(ctx, 'code', idempotencyKey, identityCodeExpiresAt.toISOString())
  if (!secret) return null
  return String(Buffer.from(secret, 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/**
 * The stored hash of a code. A plain hash of six digits is easy to guess, so the server's secret is part of
 * it.
 */
export const codeHash = (
  ctx: Pick<RequestContext, 'signing' | 'hashLink'>,
  { idempotencyKey }: ConsentRequest,
  code: string,
): string => ctx.hashLink(derived(ctx, 'hash of code', idempotencyKey, code) ?? '')
