import { isUsable } from '#domain/apiKeys/apiKey.ts'
import { apiKeyScopes, formerScopeOf, formerScopes, scopeFacts } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { createServiceAccount } from '#operations/apiKeys/createServiceAccount.ts'
import { listApiKeys } from '#operations/apiKeys/listApiKeys.ts'
import { revokeApiKey } from '#operations/apiKeys/revokeApiKey.ts'
import { builder } from '../builder.ts'
import { asConnection } from '../connection.ts'
import { deprecated } from '../deprecated.ts'
import { enumValues } from '../enumValues.ts'
import { runs, shownOnce } from '../runs.ts'
import { selectedNodes } from '../selection.ts'
import { Role } from '../users/User.ts'

const FormerScope = builder.enumType('ApiKeyScope', {
  description: 'Whether an API key may change anything. `KeyScope` says what it may do.',
  values: enumValues(formerScopes, {
    read: 'All scopes that read, except `audit_read`',
    write: 'All scopes except `audit_read`, `import_run`, `accounts_write` and `webhooks_write`',
  }),
})

const KeyScope = builder.enumType('KeyScope', {
  description: 'A permission of an API key, limited by the permissions of its user.',
  values: enumValues(apiKeyScopes, (scope) => scopeFacts[scope].description),
})

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key that a program uses instead of a session. Its secret is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the key. It grants no access.' }),
    name: t.exposeString('name', { description: 'Its purpose, as entered by its creator.' }),
    user: t.relation('user', { description: 'The user it acts as.' }),
    role: t.expose('roleAtCreation', {
      type: Role,
      description: 'The role of the user when the key was created. The key keeps this role.',
    }),
    scopes: t.expose('scopes', {
      type: [KeyScope],
      description: 'Its permissions; everything else is refused.',
    }),
    scope: t.field({
      type: FormerScope,
      description: 'Whether it may change anything.',
      deprecationReason: deprecated('2026-11-22', 'Use `scopes`, which list its permissions.'),
      resolve: ({ scopes }) => formerScopeOf(scopes),
    }),
    documentCount: t.relationCount('documents', {
      description:
        'How many GraphQL documents it may run, and nothing else; 0 if only its scopes limit it. `apiKeyDocuments` has them.',
    }),
    createdBy: t.relation('createdBy', { description: 'The administrator who created it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; `null` for never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; `null` if it was not.',
    }),
    isUsable: t.boolean({
      description:
        'Whether it works now: not expired, not revoked, and its user is active and still has the role.',
      select: { user: { select: { role: true, isActive: true, deletedAt: true } } },
      resolve: (key, _args, { now }) => isUsable(key, now()),
    }),
  }),
})

builder.queryField('apiKeys', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).connection(
    {
      type: ApiKey,
      description: 'All API keys, newest first, including expired and revoked ones. Needs the admin role.',
      resolve: async (_root, page, context, info) =>
        asConnection(await listApiKeys(context, page, selectedNodes(context, info))),
    },
    { description: 'One page of API keys.' },
  ),
)

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A new API key.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'ID of the active user it acts as.' }),
    name: t.string({ required: true, description: 'Its purpose, at most 100 characters.' }),
    scopes: t.field({ type: [KeyScope], description: 'Its permissions; at least one.' }),
    scope: t.field({
      type: FormerScope,
      description:
        '`read` means every read scope except `audit_read`; `write` means all scopes except `audit_read`, `import_run`, `accounts_write` and `webhooks_write`.',
      deprecationReason: deprecated('2026-11-22', 'Give `scopes` instead.'),
    }),
    expiresInDays: t.int({ description: 'Days until it expires, 1 to 365; default: 90.' }),
  }),
})

const CreatedApiKey = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('CreatedApiKey').implement({
  description: 'A newly created key.',
  fields: (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKey, description: 'The stored key, without its secret.' }),
    secret: t.exposeString('secret', {
      extensions: shownOnce,
      description: 'The secret that the program sends as `Authorization: Bearer`. It is returned only once.',
    }),
  }),
})

builder.mutationField('createApiKey', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: CreatedApiKey,
    description: 'Creates an API key. Needs the admin role and a session; an API key cannot create keys.',
    args: {
      input: t.arg({
        type: CreateApiKeyInput,
        required: true,
        description: 'The user and scopes of the key.',
      }),
    },
    ...runs(createApiKey),
  }),
)

const CreateServiceAccountInput = builder.inputType('CreateServiceAccountInput', {
  description: 'A new service account and its first key.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the program, at most 100 characters.' }),
    ownerId: t.id({ description: 'The responsible user; default: the caller.' }),
    keyName: t.string({ required: true, description: 'Purpose of the key, at most 100 characters.' }),
    scopes: t.field({
      type: [KeyScope],
      required: true,
      description: 'Permissions of the key; at least one.',
    }),
    expiresInDays: t.int({ description: 'Days until the key expires, 1 to 365; default: 90.' }),
  }),
})

builder.mutationField('createServiceAccount', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: CreatedApiKey,
    description:
      'Creates a user with the staff role that cannot sign in, and an API key for it. Needs the admin role and a session.',
    args: {
      input: t.arg({
        type: CreateServiceAccountInput,
        required: true,
        description: 'The service account and scopes of the key.',
      }),
    },
    ...runs(createServiceAccount),
  }),
)

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The key to revoke.',
  fields: (t) => ({ apiKeyId: t.id({ required: true, description: 'ID of the key.' }) }),
})

builder.mutationField('revokeApiKey', (t) =>
  t.withAuth({ can: 'apiKey.manage' }).field({
    type: ApiKey,
    description: 'Revokes an API key from its next request on. `conflict` if it is already revoked.',
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'Which.' }) },
    ...runs(revokeApiKey),
  }),
)
