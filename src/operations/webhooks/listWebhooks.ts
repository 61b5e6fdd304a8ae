import * as z from 'zod/mini'
import { WEBHOOKS_MAX } from '#domain/webhooks/webhook.ts'
import type { Prisma, Webhook, WebhookMessage } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, operation } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'
import { findWebhook, ownWebhooks } from './ownWebhooks.ts'

/** The webhooks that the caller manages, newest first. */
export const listWebhooks = operation(z.strictObject({}), async (ctx): Promise<Webhook[]> => {
  authorize(ctx, 'webhook.manage')
  const webhooks = await ctx.db.webhook.findMany({
    where: ownWebhooks(ctx),
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: WEBHOOKS_MAX,
  })
  await auditListed(ctx, 'webhook', { filters: [], count: webhooks.length })
  return webhooks
})

/** The messages of a webhook, newest first. */
export function listWebhookMessages(
  ctx: OperationContext,
  { webhookId }: { webhookId: string },
  page: PageArgs,
): Promise<Page<WebhookMessage>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'webhook.manage')
    await findWebhook(inside, webhookId)
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.webhookMessage.findMany({
        ...query,
        where: { AND: [{ webhookId }, query.where as Prisma.WebhookMessageWhereInput] },
      }),
    )
    const count = found.rows.length
    await auditListed(inside, 'webhook_message', {
      filters: ['webhookId'],
      count,
      page: { asked: { webhookId }, args: page, found },
    })
    return found
  })
}
