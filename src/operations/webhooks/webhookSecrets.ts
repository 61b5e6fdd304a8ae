import { z } from 'zod'
import { Failure } from '#domain/errors.ts'
import { FORMER_SECRET_HOURS } from '#domain/webhooks/webhook.ts'
import type { Webhook } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** The secrets of a webhook, newest first. A replaced one is valid until a time. */
const stored = z.array(z.object({ secret: z.string(), until: z.string().nullable() }))
type Stored = z.output<typeof stored>

/** Binds the encrypted secrets to their webhook. */
export const webhookPurpose = (id: string): string => `secrets of webhook ${id}`

type Wrapped = Pick<Webhook, 'wrappedSecrets' | 'keyId'>

const wrap = ({ secretKeys }: RequestContext, id: string, secrets: Stored) => {
  const { wrappedKey, keyId } = secretKeys.wrap(Buffer.from(JSON.stringify(secrets)), webhookPurpose(id))
  return { wrappedSecrets: Buffer.from(wrappedKey), keyId }
}

/** A new secret, and the columns that store it. With `former`, its newest secret stays valid for a day. */
export function newSecret(ctx: RequestContext, id: string, former?: Webhook) {
  const secret = ctx.webhookSender.newSecret()
  const until = new Date(ctx.now().getTime() + FORMER_SECRET_HOURS * 3_600_000).toISOString()
  const [newest] = former ? open(ctx, former) : []
  const secrets = [{ secret, until: null }, ...(newest ? [{ ...newest, until }] : [])]
  return { secret, columns: wrap(ctx, id, secrets) }
}

/** The secrets that sign a message now; `null` if the master key that encrypts them is missing. */
export function secretsOf(ctx: RequestContext, webhook: Wrapped & { id: string }): string[] | null {
  try {
    return open(ctx, webhook).flatMap(({ secret, until }) =>
      until === null || new Date(until) > ctx.now() ? secret : [],
    )
  } catch (error) {
    if (error instanceof Failure && error.code === 'unavailable') return null
    throw error
  }
}

const open = ({ secretKeys }: RequestContext, { id, wrappedSecrets, keyId }: Wrapped & { id: string }) =>
  stored.parse(
    JSON.parse(secretKeys.unwrap({ wrappedKey: wrappedSecrets, keyId }, webhookPurpose(id)).toString('utf8')),
  )
