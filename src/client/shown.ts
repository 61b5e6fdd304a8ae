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

/** A query that some part of the page shows, or has shown. */
export type Known = {
  operation: Operation
  isShown: boolean
  /** When the server, or what came with the page, was last asked. */
  askedAt: number
  isAsked: boolean
  /** When it was shown last, if it is not now. */
  hiddenAt: number
  /** What it showed last. */
  data?: unknown
  /** The server's last word, if that was a refusal: the viewer may no longer see it, for one. */
  refusal?: CombinedError | undefined
}

/** Within this time a part of the page that is drawn anew takes what was just read; later that is stale. */
const FRESH_MS = 2_000

/** Knows which queries are on the screen, and reads them again when told. One for each client. */
export function makeShown() {
  const known = new Map<number, Known>()
  const onUnused = new Set<(one: Known) => void>()
  let client: Client | undefined

  function show(operation: Operation): Operation {
    const before = known.get(operation.key)
    known.set(operation.key, {
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
    const one = known.get(key)
    if (!one) return
    // A question that nobody waits for any more is called off; urql's hook asks once while it draws and again after.
    const askedAt = one.isAsked ? -Infinity : one.askedAt
    Object.assign(one, { isShown: false, isAsked: false, askedAt, hiddenAt: performance.now() })
    for (const tell of onUnused) tell(one)
  }

  /**
   * What is shown stays where it could not be read again, for want of an answer; what was refused since is not shown again
   * from the cache, which still has it.
   */
  function keep(result: OperationResult): void {
    const one = known.get(result.operation.key)
    if (one?.refusal && !result.error) Object.assign(result, { data: undefined, error: one.refusal })
    if (one && result.error?.networkError) result.data ??= one.data
    else if (one) one.data = result.data
  }

  function ask(operation: Operation): Operation {
    const one = known.get(operation.key)
    if (one) Object.assign(one, { askedAt: performance.now(), isAsked: true })
    return isNobodyThere() ? inBackground(operation) : operation
  }

  /** Stands before the cache: what the page shows and hides. */
  const onScreen: Exchange =
    ({ client: own, forward }) =>
    (operations$) => {
      client = own
      return pipe(
        operations$,
        map((operation) => (operation.kind === 'query' ? show(operation) : operation)),
        tap((operation) => {
          if (operation.kind === 'teardown') hide(operation)
        }),
        forward,
        tap(keep),
      )
    }

  /** Stands behind the cache: what is really asked and answered. */
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
          const one = known.get(operation.key)
          if (!one) return
          one.isAsked = false
          if (!error?.networkError) one.refusal = error
        }),
      )

  return {
    onScreen,
    onWire,
    known,
    /** Hears of each query that the page does not show any more. */
    onUnused,
    /** Reads again, in the background, what is shown and was asked before; `false` where an older answer is still awaited. */
    readAgain(isMeant: (operation: Operation) => boolean, before = performance.now()): boolean {
      let isDone = true
      for (const one of known.values()) {
        if (one.askedAt >= before || !isMeant(one.operation)) continue
        // What is not shown just now is stale from now on, however short ago it was read.
        if (!one.isShown) one.askedAt = -Infinity
        else if (one.isAsked) isDone = false
        else client?.reexecuteOperation(again(one.operation))
      }
      return isDone
    },
  }
}

export type ShownQueries = ReturnType<typeof makeShown>

const again = (operation: Operation): Operation =>
  inBackground(makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' }))
