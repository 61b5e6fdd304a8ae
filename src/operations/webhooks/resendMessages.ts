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
 * changes, so later messages may have other limits and IDs. The new messages replace the former ones in the log, which
 * therefore never has more than the feed, however often they are sent again.
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
    const { webhookId, after: cursor, createdAt } = message
    const { offAt } = await webhookForUpdate(ctx, webhookId)
    if (offAt) throw new Failure('conflict', 'This webhook is off. Switch it on first.')
    const webhook = await ctx.db.webhook.update({
      where: { id: webhookId },
      data: { cursor, failures: 0, failingSince: null, nextAttemptAt: ctx.now() },
    })
    const { count: replaced } = await ctx.db.webhookMessage.deleteMany({
      where: {
        ...{ webhookId, isTest: false, createdAt: { gte: createdAt } },
        // A message that was never accepted is sent again with its ID.
        NOT: { id: webhookMessageId, acceptedAt: null },
      },
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'webhook',
      resourceId: webhookId,
      details: { fields: ['cursor'], webhookMessageId, replaced },
    })
    await requestDelivery(ctx)
    return webhook
  },
)
