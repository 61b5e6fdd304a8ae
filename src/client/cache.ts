import { type Cache, cacheExchange, type UpdateResolver } from '@urql/exchange-graphcache'
import { FORGET } from './cacheEviction.ts'
import { invalidatedFields } from './invalidation.ts'

function forget(cache: Cache, names: readonly string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    if (names.includes(fieldName)) cache.invalidate('Query', fieldKey)
  }
}

const forgetting: Record<string, UpdateResolver> = Object.fromEntries(
  Object.entries(invalidatedFields).map(([name, lists]) => [
    name,
    (result, _args, cache) => {
      if (result[name]) forget(cache, lists)
    },
  ]),
)

/**
 * A cache without the schema: objects with an ID are normalized, others stay inside their parent. A field
 * that was never loaded is requested instead of shown as empty.
 */
export const makeCache = () =>
  cacheExchange({
    updates: {
      Mutation: {
        ...forgetting,
        [FORGET]: (_result, _args, cache, { variables }) => {
          for (const field of variables.unusedFields as string[]) cache.invalidate('Query', field)
        },
      },
    },
  })
