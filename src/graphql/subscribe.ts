import {
  createSourceEventStream,
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLError,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from 'graphql'
import { httpStatus, type statusOf } from '#domain/errors.ts'
import type { GraphQLContext } from './context.ts'
import { recordDenial, refuseKey, refuseRequest } from './execute.ts'
import { asGraphQLError, failureOf, type LogFault } from './failures.ts'
import { askedAt, COERCION_ERRORS_MAX } from './refusals.ts'
import type { Request } from './rootScopes.ts'
import { schema } from './schema.ts'

/** The results for one subscriber. */
export type Following = {
  answers: AsyncGenerator<ExecutionResult, void, void>
  /** Settles when there will be no more results. */
  over: Promise<void>
}

/** Starts a subscription or returns an error. Records denials and masks internal errors, as for queries. */
export type Subscribe = (
  context: GraphQLContext,
  request: Request,
) => Promise<Following | { errors: GraphQLError[] }>

export const makeSubscribe =
  (log: LogFault): Subscribe =>
  async (context, request) => {
    const closed = await refuseKey(context, request, log)
    if (closed) return closed
    const { document, variables = {}, operationName } = request
    const args = validateSubscriptionArgs({
      schema,
      document,
      variableValues: variables,
      contextValue: context,
      hideSuggestions: true,
      options: { maxCoercionErrors: COERCION_ERRORS_MAX },
      ...(operationName !== undefined && { operationName }),
    })
    if (!('schema' in args)) return refuse(context, request, args[0], log)
    const source = await createSourceEventStream(args)
    if ('errors' in source) return refuse(context, request, source.errors?.[0], log)
    const events = source as AsyncIterable<unknown> & { over: Promise<void> }
    const answers = mapSourceToResponseEvent(args, events, (event) => answer(context, event, log))
    return { answers, over: events.over }
  }

/** Runs each event in a separate request, so that no data loaded or recorded for one stays in use for the next. */
async function answer(
  context: GraphQLContext,
  event: ValidatedSubscriptionArgs,
  log: LogFault,
): Promise<ExecutionResult> {
  const contextValue: GraphQLContext = { ...context, request: { ...context.request, listed: new Map() } }
  const result = await executeSubscriptionEvent({ ...event, contextValue })
  if (!result.errors) return result
  const errors = result.errors.map((error) =>
    asGraphQLError(
      failureOf(error, context.request.id, log, error.path?.join('.')),
      context.request.id,
      error,
    ),
  )
  return { ...result, errors }
}

/** An error without a path is not about a field: GraphQL itself rejected the variables. */
async function refuse(
  context: GraphQLContext,
  request: Request,
  error: GraphQLError | undefined,
  log: LogFault,
): Promise<{ errors: GraphQLError[] }> {
  if (error && !error.path) return refuseRequest(context, request, error, log)
  const failure = failureOf(error, context.request.id, log, error?.path?.join('.'))
  const denied = error && askedAt(request, error)
  await recordDenial(context, failure, denied?.field ?? '', log, denied?.subject)
  return { errors: [asGraphQLError(failure, context.request.id, error)] }
}

/** The response has not started, so its status can show the error, which is all that an EventSource sees. */
export function withStatus({ message, path, extensions }: GraphQLError): GraphQLError {
  const { code } = extensions as { code: keyof typeof statusOf | 'internal' }
  const status = httpStatus(code)
  const headers = status === 429 || status === 503 ? { 'Retry-After': '5' } : {}
  return new GraphQLError(message, {
    ...(path && { path }),
    extensions: { ...extensions, http: { status, headers } },
  })
}
