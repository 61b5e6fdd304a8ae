import type { ServerResponse } from 'node:http'
import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql'
import { can } from '#domain/access/policy.ts'
import { SESSION_HEADER, sessionHeader } from '#domain/access/session.ts'
import { Failure, unauthenticated } from '#domain/errors.ts'
import { refuseTooManyValues } from '#domain/valueLimits.ts'
import { analyze } from './analysis.ts'
import type { Caller, GraphQLContext } from './context.ts'
import { costError, knownCost } from './cost.ts'
import { type DocumentCache, problemsIn } from './documentCache.ts'
import { type Execute, recordDenial, refuseDocument, refuseRequest } from './execute.ts'
import { asGraphQLError, failureOf, type LogFault } from './failures.ts'
import { refuseTooLarge } from './limits.ts'
import { asInvalid, inOurWords } from './protocol.ts'
import { variableError } from './refusals.ts'
import { isPublic, type Request } from './rootScopes.ts'
import { schema } from './schema.ts'
import { type Following, type Subscribe, withStatus } from './subscribe.ts'

/** The sender of a request, which has been counted toward its limit, or the reason the sender is unknown. */
export type RecognizedCaller = { context: GraphQLContext } | { refused: unknown }

/** The server's data for a request in Yoga. */
export type EndpointContext = { caller: Caller; res: ServerResponse } & RecognizedCaller

export type AnswerOptions = {
  execute: Execute
  subscribe: Subscribe
  log: LogFault
  documents: DocumentCache
  /** Called with the code of each error in a response. */
  count?: ((code: string) => void) | undefined
}

/** The maximum size of an anonymous caller's document in bytes. */
const ANONYMOUS_DOCUMENT_MAX = 4096

/** A request as Yoga executes it. */
export type YogaArgs = ExecutionArgs & {
  contextValue: {
    caller: Caller
    res: ServerResponse
    context: GraphQLContext
    request: { headers: Headers }
  }
}

/** The time limit for a client to read the end of a stream, before it is cut off. */
const LAST_WORDS_MS = 1_000

/** What the endpoint answers, with and without Yoga. */
export type Answers = ReturnType<typeof makeAnswers>

/** Runs documents of counted callers. Each check limits the cost of the next one. */
export function makeAnswers({ execute, subscribe, log, count, documents }: AnswerOptions) {
  return { answer, follow, reported, refuseLongAnonymous, told }

  async function answer(context: GraphQLContext, request: Request): Promise<ExecutionResult> {
    try {
      const result = (await refusalBefore(context, request)) ?? (await execute(context, request))
      return context.asksCost ? withCost(result, request) : result
    } catch (error) {
      return { errors: [told(error, context.request.id)] }
    }
  }

  /** Converts the errors for the client and counts them. */
  function reported(result: ExecutionResult, reference: string): ExecutionResult {
    if (!result.errors) return result
    const errors = result.errors.map((error) => inOurWords(error, reference, log))
    for (const { extensions } of errors) count?.(String(extensions.code))
    return { ...result, errors }
  }

  async function follow({ contextValue: { context, request: http, res }, ...args }: YogaArgs) {
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

/** The result with the cost of its request, unless that was refused before its cost was known. */
function withCost(result: ExecutionResult, { document, variables = {}, operationName }: Request) {
  const cost = knownCost(document, variables, operationName)
  return cost ? { ...result, extensions: { ...result.extensions, cost } } : result
}

export const requestOf = ({
  document,
  variableValues,
  operationName,
}: Omit<YogaArgs, 'contextValue'>): Request => ({
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

/**
 * Sends what the context has for the answer: its headers, new cookies, and the remaining session time so that the page can warn the user. A duration, because the client's
 * clock may differ.
 */
export async function setSessionHeaders(headers: Headers, context: GraphQLContext): Promise<void> {
  const { sessionEnd, now } = context
  if (sessionEnd)
    headers.set(SESSION_HEADER, sessionHeader(sessionEnd.at.getTime() - now().getTime(), sessionEnd.isFinal))
  for (const [name, value] of context.answerHeaders) headers.set(name, value)
  for (const cookie of await context.setCookies()) headers.append('Set-Cookie', cookie)
}
