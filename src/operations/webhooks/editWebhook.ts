import { editWebhookInput, webhookInput } from '#domain/webhooks/inputs.ts'
import type { Prisma, Webhook } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { inTransaction, operation, unwrapped } from '../operation.ts'
import { requireStepUpOfPerson } from '../sessions/requireStepUp.ts'
import { actorForUpdate } from '../users/forUpdate.ts'
import { refuseStale, versioned } from '../version.ts'
import type { NewWebhook } from './createWebhook.ts'
import { requestDelivery } from './deliverWebhooks.ts'
import {
  alertReceiver,
  hostOf,
  keyOfWebhook,
  refuseAddress,
  versionOfWebhook,
  webhookForUpdate,
} from './ownWebhooks.ts'
import { newSecret } from './webhookSecrets.ts'

/**
 * Changes a webhook, or switches it on or off. One that is switched on continues where it stopped. A new address or API key
 * needs a confirmed identity and alerts all administrators.
 */
export const editWebhook = unwrapped(
  versioned(editWebhookInput),
  async (ctx: OperationContext, { webhookId, expectedVersion, ...wanted }): Promise<Webhook> => {
    authorize(ctx, 'webhook.manage')
    refuseEmptyEdit(wanted)
    const isElsewhere = wanted.url !== undefined || wanted.apiKeyId !== undefined
    if (isElsewhere) await requireStepUpOfPerson(ctx, { resourceType: 'webhook' })
    if (wanted.url !== undefined) await refuseAddress(ctx, wanted.url)
    return inTransaction(ctx, async (inside) => {
      await actorForUpdate(inside)
      const before = await webhookForUpdate(inside, webhookId)
      refuseStale(versionOfWebhook(before), expectedVersion, 'webhook')
      if (wanted.apiKeyId !== undefined) await keyOfWebhook(inside, wanted.apiKeyId)
      const { isOn, ...values } = wanted
      const changed = changesOf({ ...before, isOn: before.offAt === null }, wanted)
      // A message that waits was written for the former types and API key.
      if ('types' in changed || 'apiKeyId' in changed)
        await inside.db.webhookMessage.deleteMany({
          where: { webhookId, acceptedAt: null, after: before.cursor },
        })
      const after = await inside.db.webhook.update({
        where: { id: webhookId },
        data: { ...(values as Prisma.WebhookUncheckedUpdateInput), ...switched(inside, before, isOn) },
        include: { apiKey: true },
      })
      await auditEdit(inside, changed, {
        resourceType: 'webhook',
        resourceId: webhookId,
        details: { host: hostOf(after), keyId: after.apiKeyId },
      })
      if ('url' in changed || 'apiKeyId' in changed) await alertReceiver(inside, after, after.apiKey)
      if (after.offAt === null) await requestDelivery(inside)
      return after
    })
  },
)

function switched({ now }: OperationContext, { offAt }: Webhook, isOn: boolean | undefined) {
  if (isOn === undefined || isOn === (offAt === null)) return {}
  if (!isOn) return { offAt: now(), offReason: 'by_user' as const }
  return { offAt: null, offReason: null, failures: 0, failingSince: null, nextAttemptAt: now() }
}

/** Replaces the secret. The former one signs messages for a day, too. Only this result contains the new one. */
export const replaceWebhookSecret = operation(
  webhookInput,
  async (ctx, { webhookId }): Promise<NewWebhook> => {
    authorize(ctx, 'webhook.manage')
    await requireStepUpOfPerson(ctx, { resourceType: 'webhook' })
    await actorForUpdate(ctx)
    const former = await webhookForUpdate(ctx, webhookId)
    const { secret, columns } = newSecret(ctx, webhookId, former)
    const webhook = await ctx.db.webhook.update({ where: { id: webhookId }, data: columns })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'webhook',
      resourceId: webhookId,
      details: { fields: ['secret'] },
    })
    return { webhook, secret }
  },
)

/** Removes a webhook with the log of its messages. Returns its ID. */
export const deleteWebhook = operation(webhookInput, async (ctx, { webhookId }): Promise<string> => {
  authorize(ctx, 'webhook.manage')
  const webhook = await webhookForUpdate(ctx, webhookId)
  await ctx.db.webhook.delete({ where: { id: webhookId } })
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'webhook',
    resourceId: webhookId,
    details: { host: hostOf(webhook) },
  })
  return webhookId
})
