import { v7 as newKey } from 'uuid'
import { Failure } from '#domain/errors.ts'
import { webhookInput } from '#domain/webhooks/inputs.ts'
import type { WebhookMessage } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { attempt } from './attempt.ts'
import { webhookForUpdate } from './ownWebhooks.ts'

/**
 * Sends a message of the type `test` once, also to a webhook that is off, and returns it with its result. The log keeps the last one
 * only, so that tests cannot fill it. Throws `conflict` if another test began before this one had its result.
 */
export const testWebhook = unwrapped(
  webhookInput,
  async (ctx: OperationContext, { webhookId }): Promise<WebhookMessage> => {
    authorize(ctx, 'webhook.manage')
    const { webhook, message } = await inTransaction(ctx, async (inside) => {
      const found = await webhookForUpdate(inside, webhookId)
      await inside.db.webhookMessage.deleteMany({ where: { webhookId, isTest: true } })
      const createdAt = inside.now()
      const body = JSON.stringify({ type: 'test', timestamp: createdAt, data: {} })
      const { cursor } = found
      const written = await inside.db.webhookMessage.create({
        data: { id: newKey(), webhookId, isTest: true, after: cursor, cursor, changes: 0, body, createdAt },
      })
      await audit(inside, {
        action: 'created',
        resourceType: 'webhook_message',
        resourceId: written.id,
        details: { webhookId, isTest: true },
      })
      return { webhook: found, message: written }
    })
    await attempt(ctx, webhook, message)
    const tried = await ctx.db.webhookMessage.findUnique({ where: { id: message.id } })
    if (!tried)
      throw new Failure('conflict', 'Another test of this webhook has begun since. Look at its result')
    return tried
  },
)
