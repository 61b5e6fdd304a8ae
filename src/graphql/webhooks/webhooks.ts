import { WEBHOOKS_MAX, type WebhookOffReason, webhookOffReasons } from '#domain/webhooks/webhook.ts'
import { createWebhook, type NewWebhook } from '#operations/webhooks/createWebhook.ts'
import { deleteWebhook, editWebhook, replaceWebhookSecret } from '#operations/webhooks/editWebhook.ts'
import { listWebhookMessages, listWebhooks } from '#operations/webhooks/listWebhooks.ts'
import { versionOfWebhook } from '#operations/webhooks/ownWebhooks.ts'
import { resendMessages } from '#operations/webhooks/resendMessages.ts'
import { testWebhook } from '#operations/webhooks/testWebhook.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { enumValues } from '../enumValues.ts'
import { runs, shownOnce } from '../runs.ts'
import { expectedVersion, version } from '../version.ts'

const OffReason = builder.enumType('WebhookOffReason', {
  description: 'Why a webhook is off.',
  values: enumValues(
    Object.keys(webhookOffReasons) as WebhookOffReason[],
    (reason) => webhookOffReasons[reason],
  ),
})

const Webhook = builder.prismaObject('Webhook', {
  description: 'An address that gets the changes that an API key may see, as signed messages.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the webhook.' }),
    version: t.string({ description: version.description, resolve: versionOfWebhook }),
    name: t.exposeString('name', { description: 'Its purpose, as entered by its creator.' }),
    url: t.exposeString('url', { description: 'Where messages are sent.' }),
    types: t.exposeStringList('types', {
      description: 'The types of objects whose changes are sent, such as `patient`; empty for all.',
    }),
    apiKeyId: t.exposeID('apiKeyId', {
      description: 'ID of the API key whose user and scopes decide which changes are sent.',
    }),
    apiKeyName: t.string({
      description: 'Purpose of this API key.',
      select: { apiKey: { select: { name: true } } },
      resolve: ({ apiKey }) => apiKey.name,
    }),
    isOn: t.boolean({ description: 'Whether messages are sent.', resolve: ({ offAt }) => offAt === null }),
    offAt: t.expose('offAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was switched off; `null` if it is on.',
    }),
    offReason: t.expose('offReason', {
      type: OffReason,
      nullable: true,
      description: 'Why it is off; `null` if it is on.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when no message was accepted; `null` if the last one was.',
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the message that was not accepted is sent again; `null` if there is none.',
      resolve: ({ offAt, failingSince, nextAttemptAt }) => (offAt || !failingSince ? null : nextAttemptAt),
    }),
    createdBy: t.relation('createdBy', { description: 'Who added it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
  }),
})

const WebhookMessage = builder.prismaObject('WebhookMessage', {
  description: 'A message to a webhook and the result of the last attempt to send it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the message, as in the header `webhook-id`.' }),
    isTest: t.exposeBoolean('isTest', { description: 'Whether it was sent by `testWebhook`.' }),
    changes: t.exposeInt('changes', { description: 'The number of changes in it.' }),
    body: t.exposeString('body', {
      description: 'The JSON that was sent. It has IDs, but no data of patients.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    lastAttemptAt: t.expose('lastAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last sent.',
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last answer; `null` if there was none.',
    }),
    lastProblem: t.exposeString('lastProblem', {
      nullable: true,
      description: 'Why it was not accepted, in a sentence; `null` if it was accepted or not sent yet.',
    }),
    lastMs: t.exposeInt('lastMs', {
      nullable: true,
      description: 'How many milliseconds the last attempt took.',
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the address accepted it with a status of 200 to 299.',
    }),
  }),
})

builder.queryField('webhooks', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: [Webhook],
    description: `The webhooks, newest first, at most ${WEBHOOKS_MAX}. Needs the admin role, or an API key with the scope \`webhooks_write\`, which gets its own.`,
    resolve: (_root, _args, context) => listWebhooks(context, {}),
  }),
)

builder.queryField('webhookMessages', (t) =>
  t.withAuth({ can: 'webhook.manage' }).connection(
    {
      type: WebhookMessage,
      description: 'The messages of a webhook in the last 30 days, newest first.',
      args: { webhookId: t.arg.id({ required: true, description: 'ID of the webhook.' }) },
      resolve: async (_root, { webhookId, ...page }, context) =>
        asConnection(await listWebhookMessages(context, { webhookId }, page)),
    },
    { description: 'One page of messages.' },
  ),
)

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its purpose, at most 100 characters.' }),
    url: t.string({ required: true, description: 'Where to send messages: a public https address.' }),
    apiKeyId: t.id({
      description:
        'ID of the API key whose changes are sent. An API key can only name itself; default: itself.',
    }),
    types: t.stringList({
      description: 'Only changes of objects of these types, such as `patient`. Default: all.',
    }),
  }),
})

const CreatedWebhook = builder.objectRef<NewWebhook>('CreatedWebhook').implement({
  description: 'A webhook with its new secret.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }),
    secret: t.exposeString('secret', {
      extensions: shownOnce,
      description:
        'The secret that signs messages, in the format of Standard Webhooks (`whsec_…`). It is returned only once.',
    }),
  }),
})

builder.mutationField('createWebhook', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: CreatedWebhook,
    description:
      'Adds a webhook, which gets all changes from now on that its API key may see. All administrators are alerted.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
    ...runs(createWebhook),
  }),
)

const EditWebhookInput = builder.inputType('EditWebhookInput', {
  description: 'The changes of a webhook. Fields that are left out do not change.',
  fields: (t) => ({
    webhookId: t.id({ required: true, description: 'ID of the webhook.' }),
    name: t.string({ description: 'Its purpose.' }),
    url: t.string({ description: 'Where to send messages.' }),
    apiKeyId: t.id({ description: 'ID of the API key whose changes are sent.' }),
    types: t.stringList({ description: 'Only changes of objects of these types; empty for all.' }),
    isOn: t.boolean({ description: 'Whether to send messages. Switched on, it continues where it stopped.' }),
    expectedVersion: t.string({ description: expectedVersion }),
  }),
})

builder.mutationField('editWebhook', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: Webhook,
    description: 'Changes a webhook, or switches it on or off.',
    args: { input: t.arg({ type: EditWebhookInput, required: true, description: 'The changes.' }) },
    ...runs(editWebhook),
  }),
)

const WebhookInput = builder.inputType('WebhookInput', {
  description: 'A webhook.',
  fields: (t) => ({ webhookId: t.id({ required: true, description: 'ID of the webhook.' }) }),
})

const webhookArgument = { type: WebhookInput, required: true, description: 'Which.' } as const

builder.mutationField('replaceWebhookSecret', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: CreatedWebhook,
    description:
      'Makes a new secret. For 24 hours each message is signed with both, so that no message is lost while the receiver changes.',
    args: { input: t.arg(webhookArgument) },
    ...runs(replaceWebhookSecret),
  }),
)

builder.mutationField('deleteWebhook', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: 'ID',
    description: 'Removes a webhook and the log of its messages, and returns its ID.',
    args: { input: t.arg(webhookArgument) },
    ...runs(deleteWebhook),
  }),
)

builder.mutationField('testWebhook', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: WebhookMessage,
    description: 'Sends a message of the type `test` once, and waits at most ten seconds for the result.',
    args: { input: t.arg(webhookArgument) },
    ...runs(testWebhook),
  }),
)

const ResendMessagesInput = builder.inputType('ResendMessagesInput', {
  description: 'From where to send again.',
  fields: (t) => ({
    webhookMessageId: t.id({ required: true, description: 'ID of the first message to send again.' }),
  }),
})

builder.mutationField('resendMessages', (t) =>
  t.withAuth({ can: 'webhook.manage' }).field({
    type: Webhook,
    description:
      'Sends the changes of a message and all later ones again, as new messages. `conflict` if the webhook is off.',
    args: { input: t.arg({ type: ResendMessagesInput, required: true, description: 'From where.' }) },
    ...runs(resendMessages),
  }),
)
