import { type Client, createRequest, type Exchange, type Operation, stringifyVariables } from '@urql/core'
import { filter, map, merge, pipe, share } from 'wonka'
import type { ActiveQueries, ActiveQuery } from './activeQueries.ts'

/** SPEC section 9. */
const UNUSED_MS = 5 * 60_000

/** The cache can be changed only through operations; this one is answered in the browser. */
export const FORGET = 'forgetUnused'
const forgetMutation = `mutation ($unusedFields: [String!]!) { ${FORGET} }`

const isForget = ({ kind, variables }: Operation) =>
  kind === 'mutation' && 'unusedFields' in Object(variables)

/** Answers the operation of `discardUnused`. Must come after the cache. */
export const answerForget: Exchange =
  ({ forward }) =>
  (operations$) => {
    const shared$ = share(operations$)
    const others$ = pipe(
      shared$,
      filter((operation) => !isForget(operation)),
    )
    const answers$ = pipe(
      shared$,
      filter(isForget),
      map((operation) => ({ operation, data: { [FORGET]: true }, stale: false, hasNext: false })),
    )
    return merge([forward(others$), answers$])
  }

/** Removes these fields, as formatted by `rootFields`, from the cache. */
export function forget(client: Client, unusedFields: string[]): void {
  client.executeMutation(createRequest(forgetMutation, { unusedFields })).subscribe(() => {})
}

/** Removes data from the cache that nothing on the page has shown for five minutes. */
export function discardUnused({ queries, onUnused }: ActiveQueries, client: Client): void {
  const isKept = (one: ActiveQuery) => one.isShown || performance.now() - one.hiddenAt < UNUSED_MS
  onUnused.add((unused) =>
    setTimeout(() => {
      const { operation } = unused
      if (isKept(unused) || queries.get(operation.key) !== unused) return
      queries.delete(operation.key)
      const kept = new Set([...queries.values()].flatMap((one) => rootFields(one.operation)))
      const unusedFields = rootFields(operation).filter((field) => !kept.has(field))
      forget(client, unusedFields)
    }, UNUSED_MS),
  )
}

/** The root fields of a query, formatted as graphcache does. */
export function rootFields({ query, variables }: Pick<Operation, 'query' | 'variables'>): string[] {
  const values = variables as Record<string, unknown>
  return query.definitions.flatMap((definition) =>
    definition.kind !== 'OperationDefinition'
      ? []
      : definition.selectionSet.selections.flatMap((field) => {
          if (field.kind !== 'Field') return []
          const filled = (field.arguments ?? []).flatMap(({ name, value }) => {
            const of = argumentOf(value as Value, values)
            return of == null ? [] : [[name.value, of] as const]
          })
          return filled.length === 0
            ? field.name.value
            : `${field.name.value}(${stringifyVariables(Object.fromEntries(filled))})`
        }),
  )
}

type Value = { kind: string; value?: string; name?: { value: string } }

const argumentOf = ({ kind, value, name }: Value, variables: Record<string, unknown>): unknown => {
  if (name) return variables[name.value]
  return kind === 'IntValue' || kind === 'FloatValue' ? Number(value) : value
}
