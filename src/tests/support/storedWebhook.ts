import { v7 as newKey } from 'uuid'
import type { Prisma } from '#infra/prisma/client.ts'
import { newSecret } from '#operations/webhooks/webhookSecrets.ts'
import { NO_RECEIVER, type TestClinic } from './clinic.ts'

type Values = Partial<Prisma.WebhookUncheckedCreateInput> & { apiKeyId: string; createdById: string }

/** A webhook whose address refuses every connection, with a message that was not accepted. */
export async function storedWebhook(
  clinic: TestClinic,
  { messageId = newKey(), ...values }: Values & { messageId?: string },
) {
  const { db, now } = clinic
  const id = values.id ?? newKey()
  const webhook = await db.webhook.create({
    data: {
      ...{ name: 'Case system', url: `http://${NO_RECEIVER}/changes`, cursor: '~' },
      ...{ createdAt: now, nextAttemptAt: now },
      ...newSecret(clinic.anonymous(), id).columns,
      ...{ ...values, id },
    },
  })
  const webhookMessage = await db.webhookMessage.create({
    data: { id: messageId, webhookId: id, after: '~', cursor: '~', changes: 1, body: '{}', createdAt: now },
  })
  return { webhook, webhookMessage }
}
