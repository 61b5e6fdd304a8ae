import { type ApiKeyScope, apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import { setupTest } from './setup.ts'

/** API keys of an administrator, so that only scopes restrict them. Each has one scope, or all scopes but one. */
const entrances: Record<string, Record<string, string>> = {}
export const alone = (scope: ApiKeyScope) => entrances[`only ${scope}`] ?? {}
export const without = (scope: ApiKeyScope | null) => entrances[`all but ${scope}`] ?? {}

const keys: [name: string, scopes: ApiKeyScope[]][] = [
  ...apiKeyScopes.map((scope): [string, ApiKeyScope[]] => [`only ${scope}`, [scope]]),
  ...[...apiKeyScopes, null].map((scope): [string, ApiKeyScope[]] => [
    `all but ${scope}`,
    apiKeyScopes.filter((other) => other !== scope),
  ]),
]

/** `test` with these API keys. One statement inserts them, because creating them one by one takes seconds. */
export const test = setupTest(async ({ clinic, fixtures }) => {
  const { id } = fixtures.people.admin
  const { apiKeySecrets } = clinic.instances
  const made = keys.map(([name, scopes]) => ({ name, scopes, secret: apiKeySecrets.make() }))
  for (const { name, secret } of made) entrances[name] = { authorization: `Bearer ${secret}` }
  await clinic.db.apiKey.createMany({
    data: made.map(({ secret, ...key }) => ({
      ...key,
      userId: id,
      createdById: id,
      roleAtCreation: 'admin' as const,
      secretHash: apiKeySecrets.hash(secret),
      expiresAt: new Date('2026-03-01T00:00:00Z'),
      // So that using a key does not change its row.
      lastUsedAt: clinic.now,
    })),
  })
})
