import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'

/** A secret that only this server can work out, from words that name what it is for. */
const derived = ({ signing }: Pick<Visit, 'signing'>, ...words: string[]): string | null =>
  signing.of('built_in').linkSecret(words.join(' '))

/** The secret of the link to a patient's signed form; the database knows its hash alone. */
export const copySecret = (
  { signing }: Pick<Visit, 'signing'>,
  { idempotencyKey, copyLinkHash }: ConsentRequest,
): string | null => signing.of('built_in').linkSecret(`copy ${idempotencyKey}`, copyLinkHash)

/** The secret of the link to forwarded records, by the id of the forwarding; the database knows its hash alone. */
export const forwardingSecret = (ctx: Pick<Visit, 'signing'>, id: string): string | null =>
  derived(ctx, 'forwarding', id)

/** Where the patient fetches the signed form again. */
export const copyPath = (secret: string) => `/sign/copy/${secret}`

/** The six digits of a request's code, worked out again where it is mailed; `null` while none was asked for. */
export function identityCode(
  ctx: Pick<Visit, 'signing'>,
  { idempotencyKey, identityCodeExpiresAt }: ConsentRequest,
): string | null {
  const secret =
    identityCodeExpiresAt && derived(ctx, 'code', idempotencyKey, identityCodeExpiresAt.toISOString())
  if (!secret) return null
  return String(Buffer.from(secret, 'base64url').readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** What is kept of a code. A plain hash of six digits is guessed in a moment, so that this server's secret is in it. */
export const codeHash = (
  ctx: Pick<Visit, 'signing' | 'hashLink'>,
  { idempotencyKey }: ConsentRequest,
  code: string,
): string => ctx.hashLink(derived(ctx, 'hash of code', idempotencyKey, code) ?? '')
