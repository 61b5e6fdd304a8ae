import type { Webhook, WebhookMessage } from '#infra/prisma/client.ts'
import type { Attempted } from '#infra/webhooks/webhookSender.ts'
import type { RequestContext } from '../context.ts'
import { secretsOf } from './webhookSecrets.ts'

const KEY_MISSING = 'This server lacks the key that encrypts the secret of the webhook. See RECORDS_KEY.'

/** Sends a message once and records the result in the log of messages. */
export async function attempt(
  ctx: RequestContext,
  webhook: Webhook,
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
): Promise<Attempted> {
  const at = ctx.now()
  const secrets = secretsOf(ctx, webhook)
  const result = secrets
    ? await ctx.webhookSender.send(webhook.url, { id, body, at, secrets })
    : { status: null, problem: KEY_MISSING, ms: 0 }
  await ctx.db.webhookMessage.updateMany({
    where: { id },
    data: {
      attempts: { increment: 1 },
      lastAttemptAt: at,
      lastStatus: result.status,
      lastProblem: result.problem,
      lastMs: result.ms,
      ...(result.problem === null && { acceptedAt: ctx.now() }),
    },
  })
  return result
}
