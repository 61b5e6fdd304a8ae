import {
  type Client,
  type CombinedError,
  type Exchange,
  makeOperation,
  type Operation,
  type OperationResult,
} from '@urql/core'
import { map, pipe, tap } from 'wonka'
import { inBackground, isNobodyThere } from './background.ts'
import { invalidatedFields } from './invalidation.ts'
import { noteOwnChange } from './ownChanges.ts'

/** A query that the page shows or has shown. */
export type ActiveQuery = {
  operation: Operation
  isShown: boolean
  /** When it was last requested or preloaded. */
  askedAt: number
  isAsked: boolean
  /** Whether something was changed while the response was pending. */
  isOutdated?: boolean
  /** When it was hidden, if it is not visible now. */
  hiddenAt: number
  /** The last data shown. */
  data?: unknown
  /** The server's latest error, for example if the viewer may no longer see the data. */
  refusal?: CombinedError | undefined
}

/** Within this time a new component reuses data that was just loaded; older data is reloaded. */
const FRESH_MS = 2_000

/** Tracks the visible queries and reloads them on request. One per client. */
export function createActiveQueries() {
  const queries = new Map<number, ActiveQuery>()
  const onUnused = new Set<(one: ActiveQuery) => void>()
  let client: Client | undefined

  function show(operation: Operation): Operation {
    const before = queries.get(operation.key)
    queries.set(operation.key, {
      askedAt: -Infinity,
      isAsked: false,
      ...before,
      operation,
      isShown: true,
      hiddenAt: 0,
    })
    const isStale = before && !before.isShown && performance.now() - before.askedAt > FRESH_MS
    if (!isStale || operation.context.requestPolicy !== 'cache-first') return operation
    return makeOperation('query', operation, { ...operation.context, requestPolicy: 'cache-and-network' })
  }

  function hide({ key }: Operation): void {
    const one = queries.get(key)
    if (!one) return
    // A pending request of a hidden query is cancelled. urql's hook subscribes during render and again
    // afterwards.
    const askedAt = one.isAsked ? -Infinity : one.askedAt
    Object.assign(one, { isShown: false, isAsked: false, askedAt, hiddenAt: performance.now() })
    for (const tell of onUnused) tell(one)
  }

  /**
   * Keeps the visible data when a reload gets no response. Data that was refused is not shown from the cache,
   * which still has it.
   */
  function keep(result: OperationResult): void {
    const one = queries.get(result.operation.key)
    if (one?.refusal && !result.error) Object.assign(result, { data: undefined, error: one.refusal })
    if (one && result.error?.networkError) result.data ??= one.data
    else if (one) one.data = result.data
  }

  function ask(operation: Operation): Operation {
    const one = queries.get(operation.key)
    if (one) Object.assign(one, { askedAt: performance.now(), isAsked: true })
    return isNobodyThere() ? inBackground(operation) : operation
  }

  /** urql drops a reload while a response is pending, and that response may be older than the change. */
  function changed({ operation: { kind }, data }: OperationResult): void {
    if (kind !== 'mutation' || !Object.keys(data ?? {}).some(invalidates)) return
    noteOwnChange()
    for (const one of queries.values()) if (one.isAsked) one.isOutdated = true
  }

  /** In front of the cache: tracks what the page shows and hides. */
  const onScreen: Exchange =
    ({ client: own, forward }) =>
    (operations$) => {
      client = own
      return pipe(
        operations$,
        map((operation) => (operation.kind === 'query' ? show(operation) : operation)),
        tap((operation) => {
          if (operation.kind === 'teardown') hide(operation)
          if (operation.kind === 'mutation') noteOwnChange()
        }),
        forward,
        tap(keep),
        tap(changed),
      )
    }

  /** Behind the cache: tracks actual requests and responses. */
  const onWire: Exchange =
    ({ forward }) =>
    (operations$) =>
      pipe(
        forward(
          pipe(
            operations$,
            map((operation) => (operation.kind === 'query' ? ask(operation) : operation)),
          ),
        ),
        tap(({ operation, error }) => {
          const one = queries.get(operation.key)
          if (!one) return
          one.isAsked = false
          if (!error?.networkError) one.refusal = error
          if (!one.isOutdated) return
          one.isOutdated = false
          reload(one)
        }),
      )

  /** Hidden data is outdated from now on, however recent. */
  function reload(one: ActiveQuery): void {
    if (one.isShown) client?.reexecuteOperation(again(one.operation))
    else one.askedAt = -Infinity
  }

  return {
    onScreen,
    onWire,
    queries,
    /** Called for each query that is no longer visible. */
    onUnused,
    /**
     * Reloads visible queries that were requested earlier, in the background; `false` if an older response is
     * still pending.
     */
    readAgain(isMeant: (operation: Operation) => boolean, before = performance.now()): boolean {
      let isDone = true
      for (const one of queries.values()) {
        if (one.askedAt >= before || !isMeant(one.operation)) continue
        if (one.isShown && one.isAsked) isDone = false
        else reload(one)
      }
      return isDone
    },
  }
}

/** Whether lists must be reloaded after this mutation. */
const invalidates = (mutation: string): boolean => mutation in invalidatedFields

export type ActiveQueries = ReturnType<typeof createActiveQueries>

const again = (operation: Operation): Operation =>
  inBackground(makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }))
