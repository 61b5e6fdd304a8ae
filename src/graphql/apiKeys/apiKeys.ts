import { isUsable } from '#domain/apiKeys/apiKey.ts'
import { formerScopeOf, formerScopes, scopeFacts } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { createServiceAccount } from '#operations/apiKeys/createServiceAccount.ts'
import { listApiKeys } from '#operations/apiKeys/listApiKeys.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { runs } from '../runs.ts'
import { selectedNodes } from '../selection.ts'
import { Role } from '../users/User.ts'

const FormerScope = builder.enumType('ApiKeyScope', {
  description: 'Whether an API key may change anything. `KeyScope` says what it may do.',
  values: formerScopes,
})

const KeyScope = builder.enumType('KeyScope', {
  description: 'What an API key may do, as far as its user may do it.',
  values: Object.fromEntries(
    Object.entries(scopeFacts).map(([scope, { description }]) => [scope, { description: `${description}.` }]),
  ) as unknown as Record<keyof typeof scopeFacts, object>,
})

const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key that a program uses in the place of a session. Its secret is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Key of the row, which opens nothing.' }),
    name: t.exposeString('name', { description: 'What it is for, in the words of whoever made it.' }),
    user: t.relation('user', { description: 'The user it acts as.' }),
    role: t.expose('roleAtCreation', {
      type: Role,
      description:
        'The role it acts with: the one its user had when it was made, whatever they became later.',
    }),
    scopes: t.expose('scopes', {
      type: [KeyScope],
      description: 'What it may do; everything else is closed.',
    }),
    scope: t.field({
      type: FormerScope,
      description: 'Whether it may change anything.',
      deprecationReason: 'Ask for `scopes`, which say what it may do.',
      resolve: ({ scopes }) => formerScopeOf(scopes),
    }),
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
      description:
        'Whether it opens anything now: neither expired nor revoked, and its user is active and has not lost the role.',
      select: { user: { select: { role: true, isActive: true, deletedAt: true } } },
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
    scopes: t.field({ type: [KeyScope], description: 'What it may do; at least one.' }),
    scope: t.field({
      type: FormerScope,
      description:
        '`read` stands for every scope that reads but `audit_read`, `write` for all but `audit_read`, `import_run` and `accounts_write`.',
      deprecationReason: 'Give `scopes` instead.',
    }),
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

const CreateServiceAccountInput = builder.inputType('CreateServiceAccountInput', {
  description: 'A new service account and its first key.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the program, at most 100 characters.' }),
    ownerId: t.id({ description: 'The person who answers for it; the caller when left out.' }),
    keyName: t.string({ required: true, description: 'What the key is for, at most 100 characters.' }),
    scopes: t.field({ type: [KeyScope], required: true, description: 'What the key may do; at least one.' }),
    expiresInDays: t.int({ description: 'Days the key lives, 1 to 365; 90 when left out.' }),
  }),
})

builder.mutationField('createServiceAccount', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: CreatedApiKey,
    description:
      'Makes a user that cannot sign in, with the staff role, and an API key for it. Needs the admin role, and a session.',
    args: {
      input: t.arg({ type: CreateServiceAccountInput, required: true, description: 'For whom, for what.' }),
    },
    ...runs(createServiceAccount),
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
