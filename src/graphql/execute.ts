import { randomUUID } from 'node:crypto'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql'
import * as z from 'zod/mini'
import {
  FailedAfterChange,
  Failure,
  type FailureCode,
  type FailureFacts,
  type FailureSubject,
  unauthenticated,
} from '#domain/errors.ts'
import { IMPORT_FILE_MAX } from '#domain/imports/patientImport.ts'
import type { ReceivedTable } from '#domain/imports/receivedTable.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import { identifier, isUuid } from '#domain/text.ts'
import { audit } from '#operations/audit.ts'
import type { OperationContext } from '#operations/context.ts'
import { discardTable, receiveTable } from '#operations/imports/receiveTable.ts'
import { findValidCredentials } from '#operations/live/findValidCredentials.ts'
import { followChanges } from '#operations/live/followChanges.ts'
import { credentialOf } from '#operations/live/follower.ts'
import { discardFile, receiveFile, tooLarge } from '#operations/records/receiveFile.ts'
import { asSpan, type GraphQLContext } from './context.ts'
import { problemsIn } from './documentCache.ts'
import { asGraphQLError, failureOf, faultMessage, type LogFault } from './failures.ts'
import { isKeyed, runOnce } from './idempotency.ts'
import { argumentFailure, askedAt, COERCION_ERRORS_MAX, closedTo, variableFailure } from './refusals.ts'
import { keyFailure, type Request, rootFields } from './rootScopes.ts'
import { schema } from './schema.ts'

export type { GraphQLContext }

/** An error in a response. An internal error has the code `internal` and a reference to the log. */
export type ErrorResponse = FailureFacts & {
  code: FailureCode | 'internal'
  message: string
  reference?: string
  /** Of an internal error that came after the change was committed. */
  isChanged?: boolean
}

/** The functions that an endpoint needs to run documents. */
export type Transports = {
  execute: Execute
  run: Run
  /** Throws if the caller may not run the document at all. Records the denial with the IDs in `variables`. */
  admit: (
    context: GraphQLContext,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ) => Promise<void>
  /**
   * Throws `unauthenticated` if the caller's session or API key has ended or has another role now. For responses that
   * take a long time to send.
   */
  recheck: (context: GraphQLContext) => Promise<void>
  /** Follows all changes that the caller may see. For feeds, which read them again. */
  follow: (context: GraphQLContext) => ReturnType<typeof followChanges>
  failureOf: (error: unknown, context: GraphQLContext | undefined) => ErrorResponse
  /** How an endpoint accepts files, before the document that uses them runs. */
  files: { record: FileTransport; table: FileTransport }
}

/** Accepts a file for a purpose. The result of `receive` becomes the document's `Upload` variable. */
export type FileTransport<Received = unknown> = {
  /** The maximum size in bytes. */
  limit: (context: GraphQLContext) => number
  receive: (
    context: GraphQLContext,
    file: { fileName: string; content: AsyncIterable<Buffer> },
  ) => Promise<Received>
  discard: (context: GraphQLContext, received: Received) => Promise<void>
  tooLarge: (limit: number) => Failure
}

const recordTransport: FileTransport<ReceivedFile> = {
  limit: ({ recordLimit }) => recordLimit,
  receive: receiveFile,
  discard: discardFile,
  tooLarge,
}

const tableTransport: FileTransport<ReceivedTable> = {
  limit: () => IMPORT_FILE_MAX,
  receive: receiveTable,
  discard: discardTable,
  tooLarge,
}

/** Runs a document for one caller. Reports all errors and records all denials. */
export type Execute = (context: GraphQLContext, request: Request) => Promise<ExecutionResult>

/** Runs one of our typed documents in process. Throws its first error. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  context: GraphQLContext,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** `count` is called with the code of each error in a response of REST or a page. */
export function createTransports(
  log: LogFault,
  count: (code: ErrorResponse['code']) => void = () => {},
): Transports {
  const execute = makeExecute(log)
  return {
    execute,
    run: makeRun(execute),
    files: { record: recordTransport, table: tableTransport } as Transports['files'],
    admit: async (context, document, variables) => {
      const closed = closedTo(context, { document, variables })
      if (!closed) return
      await recordDenial(context, closed.failure, closed.field, log)
      throw closed.failure
    },
    recheck: async (context) => {
      const { actor, credential } = credentialOf(context)
      const living = await findValidCredentials(context, [credential])
      if (living.get(credential)?.role !== actor.role) throw unauthenticated()
    },
    follow: (context) => followChanges(context as OperationContext),
    failureOf: (error, context) => {
      const told = tell(error, context?.request.id ?? randomUUID(), log)
      count(told.code)
      return told
    },
  }
}

function tell(error: unknown, reference: string, log: LogFault): ErrorResponse {
  // Errors that `thrown` passed on are already logged and have a message.
  if (error instanceof GraphQLError)
    return {
      code: 'internal',
      message: error.message,
      reference,
      ...(error.extensions.isChanged === true && { isChanged: true }),
    }
  const failure = failureOf(error, reference, log)
  if (!failure) return { code: 'internal', message: faultMessage(reference), reference }
  return { code: failure.code, message: failure.message, ...failure.facts }
}

const makeExecute =
  (log: LogFault): Execute =>
  async (context, request) => {
    const closed = await refuseKey(context, request, log)
    if (closed) return closed
    if (!isKeyed(context, request)) return runDocument(context, request, log)
    // A caller who may no longer do this gets no earlier answer either.
    const denied = closedTo(context, request)
    if (denied) return refused(context, denied.failure, denied.field, log)
    return runOnce(context, request, (attempt) => runDocument(attempt, request, log), log)
  }

const runDocument = (context: GraphQLContext, request: Request, log: LogFault): Promise<ExecutionResult> =>
  asSpan(
    () => spanName(request),
    () => executed(context, request, log),
  )

/** At most this many fields are in the name of a span. */
const NAMED_MAX = 3

/** The name of a document in traces: its kind and its root fields. The names that callers give to documents could have data. */
function spanName({ document, operationName }: Request): string {
  const kind = getOperationAST(document, operationName)?.operation ?? 'request'
  const fields = rootFields(schema, document, operationName).map(({ name }) => name)
  return ['graphql', kind, ...new Set(fields)].slice(0, NAMED_MAX + 2).join(' ')
}

async function executed(context: GraphQLContext, request: Request, log: LogFault): Promise<ExecutionResult> {
  const { document, variables = {}, operationName } = request
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
    hideSuggestions: true,
    options: { maxCoercionErrors: COERCION_ERRORS_MAX },
    ...(operationName !== undefined && { operationName }),
  })
  if (!result.errors) return result
  const [first] = result.errors
  if (first && result.data === undefined) return refuseRequest(context, request, first, log)
  const isMutation = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION
  const told = await Promise.all(
    result.errors.map(async (error) => {
      const failure = failureOf(error, context.request.id, log, error.path?.join('.'))
      const asked = failure && askedAt(request, error)
      await recordDenial(context, failure, asked?.field ?? '', log, asked?.subject)
      const isBelowChange = isMutation && (error.path ?? []).length > 1
      const isAfterChange = isBelowChange || error.originalError instanceof FailedAfterChange
      return asGraphQLError(failure, context.request.id, error, { isAfterChange })
    }),
  )
  return { ...result, errors: told }
}

type Refused = { errors: GraphQLError[] }

/** Rejects a document beyond the scopes of the API key before it runs. Returns `null` if it is allowed. */
export async function refuseKey(
  context: GraphQLContext,
  { document, variables = {}, operationName }: Request,
  log: LogFault,
): Promise<Refused | null> {
  const failure = keyFailure(schema, context.actor, document, variables, operationName)
  return failure && refused(context, failure, '', log)
}

/** Responds with one error and records it if it is a denial. */
async function refused(
  context: GraphQLContext,
  failure: Failure,
  field: string,
  log: LogFault,
  at?: GraphQLError,
): Promise<Refused> {
  await recordDenial(context, failure, field, log)
  return { errors: [asGraphQLError(failure, context.request.id, at)] }
}

/**
 * Rejects a request whose variables or arguments GraphQL itself rejected. One error is enough. It follows the order of
 * DECISIONS (401, 403, then 400).
 */
export async function refuseRequest(
  context: GraphQLContext,
  request: Request,
  error: GraphQLError,
  log: LogFault,
): Promise<Refused> {
  const closed = closedTo(context, request)
  if (closed) return refused(context, closed.failure, closed.field, log, error)
  const isOurs = error.extensions.code === 'invalid'
  const failure = isOurs
    ? new Failure('invalid', error.message)
    : (argumentFailure(request) ?? variableFailure(error))
  return refused(context, failure, '', log, error)
}

/**
 * Refuses an invalid document. Invalid inline arguments give the same error as invalid variables;
 * other problems keep GraphQL's own message.
 */
export async function refuseDocument(
  context: GraphQLContext,
  request: Request,
  problems: readonly GraphQLError[],
  log: LogFault,
): Promise<{ errors: readonly GraphQLError[] }> {
  const closed = closedTo(context, request)
  if (closed) return refused(context, closed.failure, closed.field, log, problems[0])
  const failure = argumentFailure(request)
  return failure ? refused(context, failure, '', log, problems[0]) : { errors: problems }
}

/** Records a denial in a separate transaction, because the refused one is rolled back (DECISIONS). */
export async function recordDenial(
  context: GraphQLContext,
  failure: Failure | null,
  field: string,
  log: LogFault,
  asked?: FailureSubject,
): Promise<void> {
  if (!context.actor || !failure || !['forbidden', 'not_found', 'step_up_required'].includes(failure.code))
    return
  const { resourceType = field || 'request', resourceId } = failure.subject ?? asked ?? {}
  // The caller sends the ID, so only a valid one is recorded.
  const { data: id } = z.safeParse(identifier, resourceId)
  try {
    await audit(context, {
      action: 'denied',
      resourceType,
      resourceId: id,
      ...(resourceType === 'patient' && id && isUuid(id) && { patientId: id }),
      details: { code: failure.code, field },
    })
  } catch (fault) {
    log({ error: fault, requestId: context.request.id })
  }
}

const makeRun =
  (execute: Execute): Run =>
  async (context, document, variables) => {
    const [problem] = problemsIn(document)
    if (problem) throw problem
    const { data, errors } = await execute(context, { document, variables })
    if (errors?.[0]) throw thrown(errors[0])
    return data as never
  }

/** Turns a reported error back into its `Failure`; an internal error stays a plain error. */
function thrown(error: GraphQLError): Error {
  const { code, http: _, ...about } = error.extensions as FailureFacts & { code?: string; http?: unknown }
  if (!code || code === 'internal') return error
  return new Failure(code as FailureCode, error.message, about)
}
