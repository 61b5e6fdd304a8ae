import { type Cache, cacheExchange, type UpdateResolver } from '@urql/exchange-graphcache'
import { cached } from '#generated/cached.ts'
import { staleAfter } from './staleAfter.ts'
import { FORGET } from './unused.ts'

type Field = { name: string; type: { kind: 'SCALAR'; name: 'Any' }; args: [] }
const nullable = (name: string): Field => ({ name, type: { kind: 'SCALAR', name: 'Any' }, args: [] })

/** The compact form that every screen carries, as the introspection that graphcache reads. */
const schema = {
  __schema: {
    queryType: { name: 'Query' },
    mutationType: { name: 'Mutation' },
    subscriptionType: { name: 'Subscription' },
    types: [
      ...Object.entries(cached.objects).map(([name, fields]) => ({
        kind: 'OBJECT',
        name,
        interfaces: [],
        fields: fields.split(' ').map(nullable),
      })),
      ...Object.entries(cached.abstract).map(([name, possible]) => ({
        kind: 'UNION',
        name,
        possibleTypes: possible.map((one) => ({ kind: 'OBJECT', name: one })),
      })),
    ],
  },
}

/** Types without an id live inside whoever holds them. */
const embedded = Object.fromEntries(cached.embedded.map((name) => [name, () => null]))

function forget(cache: Cache, names: readonly string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    if (names.includes(fieldName)) cache.invalidate('Query', fieldKey)
  }
}

const forgetting: Record<string, UpdateResolver> = Object.fromEntries(
  Object.entries(staleAfter).map(([name, lists]) => [
    name,
    (result, _args, cache) => {
      if (result[name]) forget(cache, lists)
    },
  ]),
)

export const makeCache = () =>
  cacheExchange({
    schema: schema as never,
    keys: embedded,
    updates: {
      Mutation: {
        ...forgetting,
        [FORGET]: (_result, _args, cache, { variables }) => {
          for (const field of variables.unusedFields as string[]) cache.invalidate('Query', field)
        },
      },
    },
  })
