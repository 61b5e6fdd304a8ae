import { isUsable } from '#domain/apiKeys/apiKey.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { ApiKey, Prisma, Webhook } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { userNames } from '../users/findUsers.ts'
import { versionOfValues } from '../version.ts'

/** The webhooks that the caller manages: an administrator all, an API key its own. */
export const ownWebhooks = ({ actor }: OperationContext): Prisma.WebhookWhereInput =>
  actor.key ? { apiKeyId: actor.key.id } : {}

/** Loads one of them and locks its row. Throws `not_found`. */
export async function webhookForUpdate(ctx: OperationContext, id: string): Promise<Webhook> {
  if (isUuid(id)) await ctx.db.$queryRaw`SELECT 1 FROM webhooks WHERE id = ${id}::uuid FOR UPDATE`
  return findWebhook(ctx, id)
}

/** What says which state of a webhook a caller has read: a hash of what `editWebhook` changes. */
export const versionOfWebhook = ({ name, url, types, apiKeyId, offAt }: Webhook): string =>
  versionOfValues([name, url, types, apiKeyId, offAt])

/** Loads one of them. Throws `not_found`. */
export async function findWebhook(ctx: OperationContext, id: string): Promise<Webhook> {
  const found = isUuid(id)
    ? await ctx.db.webhook.findFirst({ where: { AND: [{ id }, ownWebhooks(ctx)] } })
    : null
  if (!found) throw notFound('Webhook', id)
  return found
}

/** The API key for a webhook: that of the caller, or the one that an administrator has chosen. Throws `invalid`. */
export async function keyOfWebhook(ctx: OperationContext, apiKeyId: string | null | undefined) {
  const { actor, db, now } = ctx
  if (actor.key && apiKeyId && apiKeyId !== actor.key.id)
    throw invalid({ apiKeyId: 'An API key can only manage its own webhooks' })
  const id = actor.key?.id ?? apiKeyId
  if (!id) throw invalid({ apiKeyId: 'Choose an API key' })
  const key = isUuid(id) ? await db.apiKey.findUnique({ where: { id }, include: { user: true } }) : null
  if (!key || !isUsable(key, now())) throw invalid({ apiKeyId: 'Choose an API key that works' })
  return key
}

/** Throws `invalid` if messages may not be sent to this address. Call it outside of transactions. */
export async function refuseAddress({ webhookSender }: OperationContext, url: string): Promise<void> {
  const refusal = await webhookSender.refusalOf(url)
  if (refusal) throw invalid({ url: refusal })
}

/** The host of its address. The path may have a secret, so the audit log and alerts do not have it. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => new URL(url).host

/** Alerts all administrators that a webhook sends the changes that this key may see to a new host. */
export async function alertReceiver(
  ctx: OperationContext,
  webhook: Webhook,
  { name: key }: Pick<ApiKey, 'name'>,
): Promise<void> {
  const { id } = ctx.actor
  const nameOf = await userNames(ctx, [id])
  await sendAlert(ctx, 'webhook_added', { by: nameOf(id), host: hostOf(webhook), key })
}

export const tooMany = (most: number) =>
  new Failure('conflict', `A clinic can have at most ${most} webhooks. Remove one first.`)
