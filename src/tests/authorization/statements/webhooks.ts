import { NO_RECEIVER } from '#tests/support/clinic.ts'
import type { Statements } from '../statement.ts'
import { adminOnly, but, byScope, byStepUp, type Verdicts } from '../verdicts.ts'

/** "Webhooks: admin. A key with `webhooks_write`: its own." The one of the fixtures belongs to another key. */
const notOfKey = (row: Verdicts): Verdicts => but(byScope(row), { serviceKey: 'not_found' })

export const webhookQueries: Statements = {
  webhooks: {
    verdicts: but(byScope(adminOnly), { serviceKey: 'empty' }),
    shows: ({ webhook }) => webhook.id,
  },
  webhookMessages: {
    verdicts: notOfKey(adminOnly),
    ask: ({ webhook }) => ({ webhookId: webhook.id }),
    shows: ({ webhookMessage }) => webhookMessage.id,
  },
}

const url = `http://${NO_RECEIVER}/hook`

export const webhookMutations: Statements = {
  createWebhook: [
    {
      about: 'of an API key',
      verdicts: byStepUp(but(byScope(adminOnly), { serviceKey: 'invalid' })),
      ask: ({ apiKey }) => ({ name: 'Case system', url, apiKeyId: apiKey.id }),
      missing: 'apiKey',
      whenMissing: 'invalid',
    },
    {
      about: 'of oneself',
      verdicts: byStepUp(but(byScope(adminOnly), { admin: 'invalid', serviceKey: 'allow' })),
      ask: () => ({ name: 'Case system', url }),
    },
  ],
  editWebhook: [
    {
      about: 'name',
      verdicts: notOfKey(adminOnly),
      ask: ({ webhook }) => ({ webhookId: webhook.id, name: 'Calendar' }),
    },
    {
      about: 'address',
      verdicts: byStepUp(notOfKey(adminOnly)),
      ask: ({ webhook }) => ({ webhookId: webhook.id, url }),
    },
  ],
  replaceWebhookSecret: {
    verdicts: byStepUp(notOfKey(adminOnly)),
    ask: ({ webhook }) => ({ webhookId: webhook.id }),
  },
  deleteWebhook: { verdicts: notOfKey(adminOnly), ask: ({ webhook }) => ({ webhookId: webhook.id }) },
  testWebhook: { verdicts: notOfKey(adminOnly), ask: ({ webhook }) => ({ webhookId: webhook.id }) },
  resendMessages: {
    verdicts: notOfKey(adminOnly),
    ask: ({ webhookMessage }) => ({ webhookMessageId: webhookMessage.id }),
  },
}
