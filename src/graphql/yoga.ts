import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type ExecutionArgs, validate } from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga'
import { can } from '#domain/access/policy.ts'
import { SESSION_HEADER, sessionHeader } from '#domain/access/session.ts'
import { Failure } from '#domain/errors.ts'
import type { SessionEnd } from '#operations/sessions/recogniseVisitor.ts'
import type { Caller, GraphQLContext, Recognise } from './context.ts'
import { type Execute, type Request, recordDenial } from './execute.ts'
import { asGraphQLError, failureOf, type LogFault } from './failures.ts'
import { countRule, isIntrospection, parseWithin, refuseTooCostly } from './limits.ts'
import { type Persisted, persistedText } from './persisted.ts'
import { inOurWords } from './protocol.ts'
import { schema } from './schema.ts'
import { type Following, type Subscribe, withStatus } from './subscribe.ts'

/** What the server hands to Yoga with a request; `visit` is filled in once somebody had to be recognised. */
export type DoorContext = { caller: Caller; res: ServerResponse; visit?: GraphQLContext }

type Doors = {
  recognise: Recognise
  execute: Execute
  subscribe: Subscribe
  log: LogFault
  /** Documents that may be asked for by their hash. */
  persisted: Persisted
  /** Hears the code of each error that leaves. */
  count?: ((code: string) => void) | undefined
}

/** GraphQL over HTTP: limits first, then who is asking, then the shared execution. */
export function makeYoga(doors: Doors) {
  return createYoga<DoorContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Its default echoes any Origin with credentials; the server's cross-site rule stands in front instead.
    cors: false,
    landingPage: false,
    multipart: false,
    graphiql: {
      title: 'Caseload GraphiQL',
      defaultQuery: '{ me { firstName role } dashboardStats { totalPatients } }',
    },
    // Nine megabytes in one module: loaded when an administrator opens GraphiQL.
    renderGraphiQL: async (options) =>
      (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    // `execute` has told every error already.
    maskedErrors: false,
    logging: false,
    plugins: [withinLimits(doors)],
  })
}

type Args = ExecutionArgs & { contextValue: DoorContext & { request: { headers: Headers } } }

/** How long the last words of a stream may take to be read, before it is cut off. */
const LAST_WORDS_MS = 1_000

function withinLimits({ recognise, execute, subscribe, log, persisted, count }: Doors): Plugin<DoorContext> {
  return {
    onParams: ({ params, setParams }) => {
      const query = persistedText(params, persisted)
      if (query !== null) setParams({ ...params, query })
    },
    onParse: ({ setParseFn }) => setParseFn(parseWithin),
    onValidate: ({ addValidationRule, setValidationFn }) => {
      addValidationRule(countRule)
      // A guess at what was meant would tell visitors what there is.
      setValidationFn((known, document, rules) => validate(known, document, rules, { hideSuggestions: true }))
    },
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => answer(args as never)),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => follow(args as never)),
    onResultProcess: ({ result, setResult, resultProcessor, setResultProcessor }) => {
      // Whoever accepts nothing we speak is answered in JSON: a change must not be made and then left untold.
      if (!resultProcessor && !isAsyncIterable(result))
        setResultProcessor(processRegularResult as never, 'application/json')
      if (!('errors' in result) || !result.errors) return
      const reference = randomUUID()
      const errors = result.errors.map((error) => inOurWords(error, reference, log))
      for (const { extensions } of errors) count?.(String(extensions.code))
      setResult({ ...result, errors })
    },
    onResponse: async ({ response, serverContext }) => {
      if (
        response.status === 401 &&
        (serverContext as Partial<DoorContext> | undefined)?.caller?.bearer != null
      )
        response.headers.set('WWW-Authenticate', 'Bearer')
      if (response.headers.get('content-type') === 'text/event-stream') asStream(response.headers)
      const visit = (serverContext as Partial<DoorContext> | undefined)?.visit
      if (visit?.sessionEnd) tellSessionEnd(response.headers, visit, visit.sessionEnd)
      for (const cookie of (await visit?.setCookies()) ?? []) response.headers.append('Set-Cookie', cookie)
    },
  }

  async function answer({ contextValue, ...args }: Args) {
    try {
      const request = requestOf(args)
      return await execute(await admit(contextValue, contextValue.caller, request), request)
    } catch (error) {
      return { errors: [told(error, contextValue)] }
    }
  }

  /** A browser opens its stream without anybody at the screen, so that this keeps no session alive. */
  async function follow({ contextValue, ...args }: Args) {
    try {
      refuseOtherMedia(contextValue.request.headers)
      const request = requestOf(args)
      const caller = { ...contextValue.caller, isBackground: true }
      const following = await subscribe(await admit(contextValue, caller, request), request)
      if ('errors' in following) return { errors: following.errors.map(withStatus) }
      return tied(following, contextValue.res)
    } catch (error) {
      return { errors: [withStatus(told(error, contextValue))] }
    }
  }

  /** Limits first, which cost nothing, and then who is asking. */
  async function admit(context: DoorContext, caller: Caller, { document, variables = {} }: Request) {
    refuseTooCostly(document, variables)
    const visit = await recognise(caller)
    context.visit = visit
    if (isIntrospection(document) && !can(visit.actor, 'graphiql.use')) {
      const closed = new Failure(
        visit.actor ? 'forbidden' : 'unauthenticated',
        'Introspection is for administrators',
        { subject: { resourceType: 'schema' } },
      )
      await recordDenial(visit, closed, '__schema', log)
      throw closed
    }
    return visit
  }

  function told(error: unknown, { visit }: DoorContext) {
    const reference = visit?.request.id ?? 'before-sign-in'
    return asGraphQLError(failureOf(error, reference, log), reference)
  }
}

const requestOf = ({ document, variableValues, operationName }: Omit<Args, 'contextValue'>): Request => ({
  document,
  variables: (variableValues ?? {}) as Record<string, unknown>,
  operationName: operationName ?? undefined,
})

/** Only who asks for a stream gets one, so that the cross-site rule sees each of them by its Accept header. */
function refuseOtherMedia(headers: Headers): void {
  if (headers.get('accept')?.includes('text/event-stream')) return
  throw new Failure('invalid', 'Ask for live changes with the header Accept: text/event-stream')
}

/** The stream ends with the connection, and the connection with the stream, also where nobody reads any more. */
function tied({ answers, over }: Following, res: ServerResponse) {
  if (res.closed) void answers.return()
  else res.once('close', () => void answers.return())
  void over.then(() => setTimeout(() => res.destroy(), LAST_WORDS_MS).unref())
  return answers
}

/** The page warns whoever forgets that they are signed in; how long is left, not when, since its clock may differ. */
function tellSessionEnd(headers: Headers, { now }: GraphQLContext, { at, isFinal }: SessionEnd): void {
  headers.set(SESSION_HEADER, sessionHeader(at.getTime() - now().getTime(), isFinal))
}

/** Nothing between here and the reader may keep, collect or pack what is told. */
function asStream(headers: Headers): void {
  headers.set('Cache-Control', 'no-store, no-transform')
  headers.set('X-Accel-Buffering', 'no')
  headers.delete('Content-Encoding')
}
