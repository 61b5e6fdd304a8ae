import type { ServerResponse } from 'node:http'
import type { DocumentNode, ExecutionArgs } from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga'
import { can } from '#domain/access/policy.ts'
import { SESSION_HEADER, sessionHeader } from '#domain/access/session.ts'
import { Failure, unauthenticated } from '#domain/errors.ts'
import { refuseTooManyValues } from '#domain/valueLimits.ts'
import type { SessionEnd } from '#operations/sessions/recogniseVisitor.ts'
import { analyze } from './analysis.ts'
import type { Caller, GraphQLContext } from './context.ts'
import { type DocumentCache, makeDocumentCache, problemsIn } from './documentCache.ts'
import { type Execute, recordDenial, refuseDocument, refuseRequest } from './execute.ts'
import { asGraphQLError, failureOf, type LogFault } from './failures.ts'
import { costError, refuseTooLarge } from './limits.ts'
import { acceptHashes, type Persisted } from './persisted.ts'
import { asInvalid, inOurWords } from './protocol.ts'
import { variableError } from './refusals.ts'
import { isPublic, type Request } from './rootScopes.ts'
import { schema } from './schema.ts'
import { type Following, type Subscribe, withStatus } from './subscribe.ts'

/** The sender of a request, which has been counted toward its limit, or the reason the sender is unknown. */
export type RecognizedCaller = { context: GraphQLContext } | { refused: unknown }

/** The server's data for a request in Yoga. */
export type EndpointContext = { caller: Caller; res: ServerResponse } & RecognizedCaller

type YogaOptions = {
  execute: Execute
  subscribe: Subscribe
  log: LogFault
  /** The documents that can be requested by their hash. */
  persisted: Persisted
  /** Called with the code of each error in a response. */
  count?: ((code: string) => void) | undefined
}

/** The maximum size of an anonymous caller's document in bytes. */
const ANONYMOUS_DOCUMENT_MAX = 4096

/** GraphQL over HTTP for a caller who has been counted. Each check limits the cost of the next one. */
export function makeYoga(options: YogaOptions) {
  const documents = makeDocumentCache(options.persisted)
  const yoga = createYoga<EndpointContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Yoga's default allows any Origin with credentials. The server's cross-site check replaces it.
    cors: false,
    landingPage: false,
    multipart: false,
    // Yoga would decide differently who gets the page. The HTTP endpoint decides.
    graphiql: false,
    // It would keep 1,024 documents and their errors, of any size.
    parserAndValidationCache: false,
    // `execute` has already reported every error.
    maskedErrors: false,
    logging: false,
    plugins: [acceptHashes(options.persisted), withinLimits(options, documents)],
  })
  return { handle: yoga.handle, documents }
}

type Args = ExecutionArgs & {
  contextValue: {
    caller: Caller
    res: ServerResponse
    context: GraphQLContext
    request: { headers: Headers }
  }
}

/** The time limit for a client to read the end of a stream, before it is cut off. */
const LAST_WORDS_MS = 1_000

function withinLimits(
  { execute, subscribe, log, count }: YogaOptions,
  documents: DocumentCache,
): Plugin<EndpointContext> {
  return {
    onRequestParse: ({ serverContext }) => {
      const asker = serverContext as unknown as EndpointContext
      if ('refused' in asker) throw told(asker.refused, asker.caller.requestId)
    },
    onParams: ({ params, context }) => refuseLongAnonymous(params.query, context as never),
    onParse: ({ setParseFn }) => setParseFn(documents.parse as never),
    // The order of errors depends on the caller, so documents are validated where they run.
    onValidate: ({ setValidationFn }) => setValidationFn(() => []),
    onExecute: ({ setExecuteFn }) => setExecuteFn((args) => answer(args as never)),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn((args) => follow(args as never)),
    onResultProcess: ({ result, setResult, resultProcessor, setResultProcessor, serverContext }) => {
      // A client that accepts none of our content types gets JSON, so that it learns about a completed change.
      if (!resultProcessor && !isAsyncIterable(result))
        setResultProcessor(processRegularResult as never, 'application/json')
      if (!('errors' in result) || !result.errors) return
      const { requestId: reference } = (serverContext as unknown as EndpointContext).caller
      const errors = result.errors.map((error) => inOurWords(error, reference, log))
      for (const { extensions } of errors) count?.(String(extensions.code))
      setResult({ ...result, errors })
    },
    onResponse: async ({ response, serverContext }) => {
      if (response.headers.get('content-type') === 'text/event-stream') asStream(response.headers)
      const { context } = Object(serverContext) as { context?: GraphQLContext }
      if (context?.sessionEnd) setSessionEndHeader(response.headers, context, context.sessionEnd)
      for (const cookie of (await context?.setCookies()) ?? []) response.headers.append('Set-Cookie', cookie)
    },
  }

  async function answer({ contextValue: { context }, ...args }: Args) {
    try {
      const request = requestOf(args)
      return (await refusalBefore(context, request)) ?? (await execute(context, request))
    } catch (error) {
      return { errors: [told(error, context.request.id)] }
    }
  }

  async function follow({ contextValue: { context, request: http, res }, ...args }: Args) {
    try {
      refuseOtherMedia(http.headers)
      const request = requestOf(args)
      const following = (await refusalBefore(context, request)) ?? (await subscribe(context, request))
      return 'errors' in following ? { errors: following.errors.map(withStatus) } : tied(following, res)
    } catch (error) {
      return { errors: [withStatus(told(error, context.request.id))] }
    }
  }

  /** Answers refusals as GraphQL errors and throws other errors. */
  async function refusalBefore(context: GraphQLContext, request: Request) {
    const { document, variables = {}, operationName } = request
    if (!context.actor) refuseNotPublic(document)
    refuseTooLarge(document)
    refuseTooManyValues(variables)
    await refuseIntrospection(context, document)
    const problems = problemsIn(document)
    if (problems.length > 0) {
      const { errors } = await refuseDocument(context, request, problems, log)
      return { errors: errors === problems ? problems.map(asInvalid) : [...errors] }
    }
    if (context.actor) documents.keep(document)
    const error = variableError(request) ?? costError(document, variables, operationName)
    return error ? refuseRequest(context, request, error, log) : null
  }

  function refuseLongAnonymous(query: unknown, { context }: { context: GraphQLContext }): void {
    if (context.actor || typeof query !== 'string' || documents.isPersisted(query)) return
    if (Buffer.byteLength(query) > ANONYMOUS_DOCUMENT_MAX) throw told(unauthenticated(), context.request.id)
  }

  function refuseNotPublic(document: DocumentNode): void {
    if (documents.isPersisted(document.loc?.source.body ?? '') || isPublic(schema, document)) return
    throw unauthenticated()
  }

  async function refuseIntrospection(context: GraphQLContext, document: DocumentNode): Promise<void> {
    if (!analyze(document).isIntrospection || can(context.actor, 'graphiql.use')) return
    const closed = new Failure('forbidden', 'Introspection is for administrators', {
      subject: { resourceType: 'schema' },
    })
    await recordDenial(context, closed, '__schema', log)
    throw closed
  }

  function told(error: unknown, reference: string) {
    return asGraphQLError(failureOf(error, reference, log), reference)
  }
}

const requestOf = ({ document, variableValues, operationName }: Omit<Args, 'contextValue'>): Request => ({
  document,
  variables: (variableValues ?? {}) as Record<string, unknown>,
  operationName: operationName ?? undefined,
})

/** Only requests for a stream get one, so that the cross-site check recognizes all of them by their Accept header. */
function refuseOtherMedia(headers: Headers): void {
  if (headers.get('accept')?.includes('text/event-stream')) return
  throw new Failure('invalid', 'Ask for live changes with the header Accept: text/event-stream')
}

/** Ends the stream with its connection and the reverse, even if the client has stopped reading. */
function tied({ answers, over }: Following, res: ServerResponse) {
  if (res.closed) void answers.return()
  else res.once('close', () => void answers.return())
  void over.then(() => setTimeout(() => res.destroy(), LAST_WORDS_MS).unref())
  return answers
}

/** Sends the remaining session time so that the page can warn the user. A duration, because the client's clock may differ. */
function setSessionEndHeader(headers: Headers, { now }: GraphQLContext, { at, isFinal }: SessionEnd): void {
  headers.set(SESSION_HEADER, sessionHeader(at.getTime() - now().getTime(), isFinal))
}

/** Forbids proxies to cache, buffer or compress the stream. */
function asStream(headers: Headers): void {
  headers.set('Cache-Control', 'no-store, no-transform')
  headers.set('X-Accel-Buffering', 'no')
  headers.delete('Content-Encoding')
}
