import { type ApiKeyScope, apiKeyScopes } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { stageTest } from './stage.ts'

/** The keys of one administrator, whom no role stands in the way of: with one scope alone, and with all but one. */
const entrances: Record<string, Record<string, string>> = {}
export const alone = (scope: ApiKeyScope) => entrances[`only ${scope}`] ?? {}
export const without = (scope: ApiKeyScope | null) => entrances[`all but ${scope}`] ?? {}

/** `test` with a stage on which these keys come in. */
export const test = stageTest(async ({ clinic, world, door }) => {
  const make = async (name: string, scopes: ApiKeyScope[]) => {
    const { admin } = world.people
    const { secret } = await createApiKey(clinic.as(admin), { userId: admin.id, name, scopes })
    entrances[name] = { authorization: `Bearer ${secret}` }
    // Its last use is in its row before anything is compared.
    await door.visitor().call('GET', '/api/auth/user', undefined, entrances[name])
  }
  for (const scope of apiKeyScopes) {
    await make(`only ${scope}`, [scope])
    await make(
      `all but ${scope}`,
      apiKeyScopes.filter((other) => other !== scope),
    )
  }
  await make('all but null', [...apiKeyScopes])
})
