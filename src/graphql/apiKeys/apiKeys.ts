import { apiKeyScopes, isUsable } from '#domain/apiKeys/apiKey.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { listApiKeys } from '#operations/apiKeys/listApiKeys.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'

const ApiKeyScope = builder.enumType('ApiKeyScope', {
  description: 'How much of what its user may do an API key may do: with `read` it changes nothing.',
  values: apiKeyScopes,
})

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key that a program uses in the place of a session. Its secret is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the row, which opens nothing.' }),
    name: t.exposeString('name', { description: 'What it is for, in the words of whoever made it.' }),
    user: t.relation('user', { description: 'Whom it acts as, with the role they have at the time.' }),
    scope: t.expose('scope', { type: ApiKeyScope, description: 'Whether it may change anything.' }),
    createdBy: t.relation('createdBy', { description: 'The administrator who made it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops by itself.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; `null` for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended early; `null` unless somebody did.',
    }),
    isUsable: t.boolean({
      description: 'Whether it opens anything now: neither expired nor revoked, and its user may sign in.',
      select: { user: { select: { isActive: true, deletedAt: true } } },
      resolve: (key, _args, { now }) => isUsable(key, now()),
    }),
  }),
})

builder.queryField('apiKeys', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).connection(
    {
      type: ApiKey,
      description: 'All API keys, newest first, the ended ones too. Needs the admin role.',
      resolve: async (_root, page, context, info) =>
        asConnection(await listApiKeys(context, page, selectedNodes(context, info))),
    },
    { description: 'One page of API keys.' },
  ),
)

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'Whom it acts as; an active user.' }),
    name: t.string({ required: true, description: 'What it is for, at most 100 characters.' }),
    scope: t.field({ type: ApiKeyScope, required: true, description: 'Whether it may change anything.' }),
    expiresInDays: t.int({ description: 'Days it lives, 1 to 365; 90 when left out.' }),
  }),
})

const CreatedApiKey = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey').implement({
  description: 'A key that was just made.',
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKey, description: 'What is known of it from now on.' }),
    secret: t.exposeString('secret', {
      description: 'What the program sends as `Authorization: Bearer`. Shown this once and never again.',
    }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: CreatedApiKey,
    description: 'Makes an API key. Needs the admin role, and a session: a key makes no keys.',
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'For whom, for what.' }) },
    ...runs(createApiKey),
  }),
)

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'Which key to end.',
  fields: (t) => ({ apiKeyId: t.id({ required: true, description: 'Key of the row.' }) }),
})

builder.mutationField('revokeApiKey', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: ApiKey,
    description: 'Ends an API key from its next request on. `conflict` for one that was revoked already.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which.' }) },
    ...runs(revokeApiKey),
  }),
)
