import { graphql } from '#generated/gql.ts'
import type { WebhookRowFragment } from '#generated/graphql.ts'

export type WebhookRow = WebhookRowFragment

export const WebhookRowFields = graphql(`
  fragment WebhookRow on Webhook {
    id version name url types apiKeyId apiKeyName isOn offAt offReason failingSince nextAttemptAt createdAt
  }
`)

export const webhooksQuery = graphql(`query Webhooks { webhooks { ...WebhookRow } }`)

export const EditWebhook = graphql(`
  mutation Webhooks_Edit($input: EditWebhookInput!) { editWebhook(input: $input) { ...WebhookRow } }
`)

export const ReplaceSecret = graphql(`
  mutation Webhooks_ReplaceSecret($input: WebhookInput!) {
    replaceWebhookSecret(input: $input) { secret webhook { ...WebhookRow } }
  }
`)

export const DeleteWebhook = graphql(`
  mutation Webhooks_Delete($input: WebhookInput!) { deleteWebhook(input: $input) }
`)
