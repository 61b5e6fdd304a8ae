import { Webhook as Verifier } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import type { ApiKeyScope } from '#domain/apiKeys/scopes.ts'
import { makeWebhookSender } from '#infra/webhooks/webhookSender.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { createWebhook } from '#operations/webhooks/createWebhook.ts'
import { deliverWebhooks } from '#operations/webhooks/deliverWebhooks.ts'
import { listWebhookMessages } from '#operations/webhooks/listWebhooks.ts'
import type { TestClinic } from './clinic.ts'
import { type Received, startReceiver } from './receiver.ts'

/** A receiver until the end of the test. */
export async function openReceiver() {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  return receiver
}

/** A clinic with a receiver that gets the changes that a key of a staff member may see. */
export async function connected(
  clinic: TestClinic,
  scopes: ApiKeyScope[] = ['patients_read', 'tasks_read'],
  otherHosts: string[] = [],
) {
  const receiver = await openReceiver()
  Object.assign(clinic.instances, { webhookSender: makeWebhookSender([receiver.host, ...otherHosts]) })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const person = await clinic.user()
  const staff = clinic.as(person)
  const { apiKey, secret: keySecret } = await createApiKey(admin, { userId: person.id, name: 'Sync', scopes })
  const { webhook, secret } = await createWebhook(admin, {
    name: 'Case system',
    url: receiver.url,
    apiKeyId: apiKey.id,
  })
  return {
    ...{ receiver, admin, staff, apiKey, keySecret, webhook, secret },
    /** Delivers until nothing is due. */
    deliver: async () => {
      for (let before = -1; before !== receiver.received.length; ) {
        before = receiver.received.length
        await deliverWebhooks(clinic.anonymous())
      }
    },
    now: () => clinic.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } }),
    messages: async () => {
      const { rows } = await listWebhookMessages(admin, { webhookId: webhook.id }, {})
      return rows.map(({ node }) => node)
    },
  }
}

/** The input for a new patient. */
export const newcomer = (lastName: string) => ({
  firstName: 'Ada',
  lastName,
  email: `${lastName.toLowerCase()}@example.test`,
})

/** Whether a receiver with this secret accepts the message, by the library of Standard Webhooks. */
export function verifies({ headers, body }: Received, secret: string): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

/** Later by this many minutes. The library compares with the real time, so tests that verify do not move the clock. */
export const wait = (clinic: TestClinic, minutes: number) => {
  clinic.now = new Date(clinic.now.getTime() + minutes * 60_000)
}
