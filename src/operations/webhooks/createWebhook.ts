import { v7 as newKey } from 'uuid'
import { createWebhookInput } from '#domain/webhooks/inputs.ts'
import { WEBHOOKS_MAX } from '#domain/webhooks/webhook.ts'
import type { Webhook } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { newestCursor } from '../live/readChanges.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { requireStepUpOfPerson } from '../sessions/requireStepUp.ts'
import { actorForUpdate } from '../users/forUpdate.ts'
import { alertReceiver, hostOf, keyOfWebhook, refuseAddress, tooMany } from './ownWebhooks.ts'
import { newSecret } from './webhookSecrets.ts'

/** A webhook and its secret, which is shown only once. */
export type NewWebhook = { webhook: Webhook; secret: string }

/**
 * Adds a webhook, which gets the changes from now on that its API key may see. Only this result contains its secret. All
 * administrators are alerted.
 */
export const createWebhook = unwrapped(
  createWebhookInput,
  async (ctx: OperationContext, { name, url, apiKeyId, types }): Promise<NewWebhook> => {
    authorize(ctx, 'webhook.manage')
    await requireStepUpOfPerson(ctx, { resourceType: 'webhook' })
    await refuseAddress(ctx, url)
    return inTransaction(ctx, async (inside) => {
      await actorForUpdate(inside)
      // So that two administrators who add webhooks at once cannot exceed the limit.
      await inside.db.$executeRaw`LOCK TABLE webhooks IN SHARE ROW EXCLUSIVE MODE`
      if ((await inside.db.webhook.count()) >= WEBHOOKS_MAX) throw tooMany(WEBHOOKS_MAX)
      const key = await keyOfWebhook(inside, apiKeyId)
      const id = newKey()
      const { secret, columns } = newSecret(inside, id)
      const createdAt = inside.now()
      const webhook = await inside.db.webhook.create({
        data: {
          ...{ id, name, url, types: types ?? [], apiKeyId: key.id, createdById: inside.actor.id, createdAt },
          ...columns,
          cursor: await newestCursor(inside),
          nextAttemptAt: createdAt,
        },
      })
      await audit(inside, {
        action: 'created',
        resourceType: 'webhook',
        resourceId: id,
        details: { host: hostOf(webhook), types: webhook.types, keyId: key.id },
      })
      await alertReceiver(inside, webhook, key)
      return { webhook, secret }
    })
  },
)
