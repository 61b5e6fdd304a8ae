import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { resendMessagesInput } from '#domain/webhooks/inputs.ts'
import type { Webhook } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requestDelivery } from './deliverWebhooks.ts'
import { ownWebhooks, webhookForUpdate } from './ownWebhooks.ts'

/**
 * Sends all changes since a message again, including its own. The webhook goes back to the place of this message in the feed of
 * changes, so later messages may have other limits and IDs.
 */
export const resendMessages = operation(
  resendMessagesInput,
  async (ctx, { webhookMessageId }): Promise<Webhook> => {
    authorize(ctx, 'webhook.manage')
    const message = isUuid(webhookMessageId)
      ? await ctx.db.webhookMessage.findFirst({
          where: { AND: [{ id: webhookMessageId, isTest: false }, { webhook: ownWebhooks(ctx) }] },
        })
      : null
    if (!message) throw notFound('Message', webhookMessageId)
    const { webhookId, after: cursor } = message
    const { offAt } = await webhookForUpdate(ctx, webhookId)
    if (offAt) throw new Failure('conflict', 'This webhook is off. Switch it on first.')
    const webhook = await ctx.db.webhook.update({
      where: { id: webhookId },
      data: { cursor, failures: 0, failingSince: null, nextAttemptAt: ctx.now() },
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'webhook',
      resourceId: webhookId,
      details: { fields: ['cursor'], webhookMessageId },
    })
    await requestDelivery(ctx)
    return webhook
  },
)
