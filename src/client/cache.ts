import { type Cache, cacheExchange } from '@urql/exchange-graphcache'
import { cached } from '#generated/cached.ts'
import { staleAfter } from './staleAfter.ts'

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

export const makeCache = () =>
  cacheExchange({
    schema: schema as never,
    keys: embedded,
    updates: {
      Mutation: Object.fromEntries(
        Object.entries(staleAfter).map(([name, lists]) => [
          name,
          (result: Record<string, unknown>, _args: unknown, cache: Cache) => {
            if (result[name]) forget(cache, lists)
          },
        ]),
      ),
    },
  })
