import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

type Secrets = Pick<RequestContext, 'signing'>

/**
 * Derives a secret from the server's key and words that name its purpose: a new one, or the one with the given hash or
 * property, which an older server secret may have made.
 */
const derived = (
  { signing }: Secrets,
  words: readonly string[],
  which?: string | null | ((secret: string) => boolean),
): string | null => signing.of('built_in').linkSecret(words.join(' '), which)

/** The secret in the link to a patient's signed form. The database stores only its hash. */
export const copySecret = (
  { signing }: Pick<RequestContext, 'signing'>,
  { idempotencyKey, copyLinkHash }: ConsentRequest,
): string | null => signing.of('built_in').linkSecret(`copy ${idempotencyKey}`, copyLinkHash)

/**
 * The secret in the link to forwarded records, derived from the forwarding's ID. The database stores only its
 * hash, with which an existing link is found again.
 */
export const forwardingSecret = (ctx: Secrets, id: string, linkHash?: string): string | null =>
  derived(ctx, ['forwarding', id], linkHash)

/** The secret in a recipient's link to a signed form, derived from the copy's ID. The database stores only its hash. */
export const recipientCopySecret = (ctx: Secrets, id: string, linkHash?: string): string | null =>
  derived(ctx, ['recipient copy', id], linkHash)

/** The secret in the link of a reminder, derived from the reminder's ID. The database stores only its hash. */
export const reminderSecret = (ctx: Secrets, id: string, linkHash?: string): string | null =>
  derived(ctx, ['reminder', id], linkHash)

/** The page where the patient can download the signed form again. */
export const copyPath = (secret: string) => `/sign/copy/${secret}`

/**
 * The six digits of a request's code: the one with the stored hash, derived again when the e-mail is sent, or a new one if
 * no hash is stored. `null` if no code was requested.
 */
export function identityCode(
  ctx: Pick<RequestContext, 'signing' | 'hashLink'>,
  request: ConsentRequest,
): string | null {
  const { idempotencyKey, identityCodeExpiresAt, identityCodeHash } = request
  if (!identityCodeExpiresAt) return null
  const words = ['code', idempotencyKey, identityCodeExpiresAt.toISOString()]
  const secret = derived(
    ctx,
    words,
    identityCodeHash && ((one) => isIdentityCode(ctx, request, digitsOf(one))),
  )
  return secret && digitsOf(secret)
}

const digitsOf = (secret: string): string =>
  String(Buffer.from(secret, 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/**
 * The hash to store of a new code. A plain hash of six digits is easy to guess, so the server's secret is part of
 * it.
 */
export const codeHash = (
  ctx: Pick<RequestContext, 'signing' | 'hashLink'>,
  { idempotencyKey }: ConsentRequest,
  code: string,
): string => ctx.hashLink(derived(ctx, ['hash of code', idempotencyKey, code]) ?? '')

/** Whether these are the digits of the request's code, also if an older server secret made it. */
export const isIdentityCode = (
  ctx: Secrets,
  { idempotencyKey, identityCodeHash }: ConsentRequest,
  code: string,
): boolean =>
  identityCodeHash !== null && derived(ctx, ['hash of code', idempotencyKey, code], identityCodeHash) !== null
