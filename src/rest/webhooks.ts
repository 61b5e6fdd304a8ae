import { graphql } from '#generated/gql.ts'
import { inputWith, list, route, versionedRoute } from './route.ts'

export const RestWebhook = graphql(`
  fragment RestWebhook on Webhook {
    id version name url types apiKeyId apiKeyName isOn offAt offReason failingSince nextAttemptAt createdAt
    createdBy { id firstName lastName }
  }
`)

export const RestWebhookMessage = graphql(`
  fragment RestWebhookMessage on WebhookMessage {
    id isTest changes body createdAt attempts lastAttemptAt lastStatus lastProblem lastMs acceptedAt
  }
`)

const onWebhook = inputWith({ id: 'webhookId' })

export const webhookRoutes = [
  route('GET /api/webhooks', {
    document: graphql(`query RestWebhooks { webhooks { ...RestWebhook } }`),
    reply: ({ webhooks }) => webhooks,
  }),
  route('POST /api/webhooks', {
    document: graphql(`
      mutation RestCreateWebhook($input: CreateWebhookInput!) {
        createWebhook(input: $input) { secret webhook { ...RestWebhook } }
      }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ createWebhook: { webhook, secret } }) => ({ ...webhook, secret, message: 'Webhook added' }),
  }),
  versionedRoute('PATCH /api/webhooks/:id', {
    document: graphql(`
      mutation RestEditWebhook($input: EditWebhookInput!) { editWebhook(input: $input) { ...RestWebhook } }
    `),
    variables: onWebhook,
    reply: ({ editWebhook }) => ({ ...editWebhook, message: 'Webhook changed' }),
  }),
  route('DELETE /api/webhooks/:id', {
    document: graphql(`
      mutation RestDeleteWebhook($input: WebhookInput!) { deleteWebhook(input: $input) }
    `),
    variables: onWebhook,
    reply: () => ({ message: 'Webhook removed' }),
  }),
  route('POST /api/webhooks/:id/replace-secret', {
    document: graphql(`
      mutation RestReplaceWebhookSecret($input: WebhookInput!) {
        replaceWebhookSecret(input: $input) { secret webhook { ...RestWebhook } }
      }
    `),
    variables: onWebhook,
    reply: ({ replaceWebhookSecret: { webhook, secret } }) => ({
      ...webhook,
      secret,
      message: 'Secret replaced. The former one signs messages for 24 hours, too.',
    }),
  }),
  route('POST /api/webhooks/:id/test', {
    document: graphql(`
      mutation RestTestWebhook($input: WebhookInput!) { testWebhook(input: $input) { ...RestWebhookMessage } }
    `),
    variables: onWebhook,
    reply: ({ testWebhook }) => ({
      ...testWebhook,
      message: testWebhook.acceptedAt ? 'Test message accepted' : 'Test message not accepted',
    }),
  }),
  list('GET /api/webhooks/:id/messages', {
    document: graphql(`
      query RestWebhookMessages($webhookId: ID!, $first: Int, $after: String) {
        webhookMessages(webhookId: $webhookId, first: $first, after: $after) {
          edges { cursor node { ...RestWebhookMessage } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ webhookId: params.id }),
    connection: ({ webhookMessages }) => webhookMessages,
  }),
  route('POST /api/webhook-messages/:id/resend', {
    document: graphql(`
      mutation RestResendMessages($input: ResendMessagesInput!) {
        resendMessages(input: $input) { ...RestWebhook }
      }
    `),
    variables: inputWith({ id: 'webhookMessageId' }),
    reply: ({ resendMessages }) => ({
      ...resendMessages,
      message: 'This message and all later ones will be sent again',
    }),
  }),
]
