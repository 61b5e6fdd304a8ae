import { randomUUID } from 'node:crypto'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  specifiedRules,
  validate,
} from 'graphql'
import * as z from 'zod/mini'
import { Failure, type FailureCode, type FieldMessages } from '#domain/errors.ts'
import { fieldMessages } from '#domain/fieldMessages.ts'
import { IMPORT_FILE_MAX } from '#domain/imports/patientImport.ts'
import type { ReceivedTable } from '#domain/imports/receivedTable.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import { identifier } from '#domain/text.ts'
import { audit } from '#operations/audit.ts'
import { discardTable, receiveTable } from '#operations/imports/receiveTable.ts'
import { invalid } from '#operations/operation.ts'
import { discardFile, receiveFile, tooLarge } from '#operations/records/receiveFile.ts'
import type { GraphQLContext } from './context.ts'
import { asGraphQLError, failureOf, faultMessage, type LogFault } from './failures.ts'
import { inputOf, keyFailure, rootFields, scopeFailure } from './rootScopes.ts'
import { schema } from './schema.ts'

export type { GraphQLContext }

/** A failure as a door tells it: a fault has the code `internal` and a reference to the log. */
export type Told = {
  code: FailureCode | 'internal'
  message: string
  fields?: FieldMessages
  reference?: string
  /** Seconds, for Retry-After. */
  retryAfter?: number
}

/** Everything a door needs to answer requests over the one schema. */
export type Doors = {
  execute: Execute
  run: Run
  /** Throws, and records by the ids in `variables`, what keeps this visitor from a document whatever else it is given. */
  admit: (
    context: GraphQLContext,
    document: DocumentNode,
    variables: Record<string, unknown>,
  ) => Promise<void>
  failureOf: (error: unknown, context: GraphQLContext | undefined) => Told
  /** How files get in, before a document says where they belong. */
  files: { record: FileDoor; table: FileDoor }
}

/** How a file gets in that is to become something; what `receive` answers goes into the document as `Upload`. */
export type FileDoor<Received = unknown> = {
  /** Bytes of the largest. */
  limit: (context: GraphQLContext) => number
  receive: (
    context: GraphQLContext,
    file: { fileName: string; content: AsyncIterable<Buffer> },
  ) => Promise<Received>
  discard: (context: GraphQLContext, received: Received) => Promise<void>
  tooLarge: (limit: number) => Failure
}

const recordDoor: FileDoor<ReceivedFile> = {
  limit: ({ recordLimit }) => recordLimit,
  receive: receiveFile,
  discard: discardFile,
  tooLarge,
}

const tableDoor: FileDoor<ReceivedTable> = {
  limit: () => IMPORT_FILE_MAX,
  receive: receiveTable,
  discard: discardTable,
  tooLarge,
}

export type Request = {
  document: DocumentNode
  variables?: Record<string, unknown>
  operationName?: string | undefined
}

/** Executes a document for one visitor; the one place where errors are told and denials recorded. */
export type Execute = (context: GraphQLContext, request: Request) => Promise<ExecutionResult>

/** Runs a typed document of ours, in process, and throws the first failure. */
export type Run = <Data, Variables extends Record<string, unknown>>(
  context: GraphQLContext,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** `count` hears the code of each failure that leaves by REST or a page. */
export function makeDoors(log: LogFault, count: (code: Told['code']) => void = () => {}): Doors {
  const execute = makeExecute(log)
  return {
    execute,
    run: makeRun(execute),
    files: { record: recordDoor, table: tableDoor } as Doors['files'],
    admit: async (context, document, variables) => {
      const closed = closedTo(context, { document, variables })
      if (!closed) return
      await recordDenial(context, closed.failure, closed.field, log)
      throw closed.failure
    },
    failureOf: (error, context) => {
      const told = tell(error, context?.request.id ?? randomUUID(), log)
      count(told.code)
      return told
    },
  }
}

/** What keeps this visitor from a document whatever else it is given, and by which field. */
function closedTo({ actor }: GraphQLContext, { document, variables = {}, operationName }: Request) {
  const readOnly = keyFailure(schema, actor, document, variables, operationName)
  if (readOnly) return { failure: readOnly, field: '' }
  for (const field of rootFields(schema, document, operationName)) {
    const failure = scopeFailure(field, actor, variables)
    if (failure) return { failure, field: field.name }
  }
  return null
}

function tell(error: unknown, reference: string, log: LogFault): Told {
  // What `thrown` let through has been logged and worded already.
  if (error instanceof GraphQLError) return { code: 'internal', message: error.message, reference }
  const failure = failureOf(error, reference, log)
  if (!failure) return { code: 'internal', message: faultMessage(reference), reference }
  const { code, message, fields, retryAfter } = failure
  return { code, message, ...(fields && { fields }), ...(retryAfter !== undefined && { retryAfter }) }
}

const makeExecute =
  (log: LogFault): Execute =>
  async (context, request) => {
    const { document, variables = {}, operationName } = request
    const readOnly = keyFailure(schema, context.actor, document, variables, operationName)
    if (readOnly) return refuse(context, request, readOnly, log)
    const result = await execute({
      schema,
      document,
      variableValues: variables,
      contextValue: context,
      hideSuggestions: true,
      ...(operationName !== undefined && { operationName }),
    })
    if (!result.errors) return result
    const [first] = result.errors
    if (first && result.data === undefined)
      return refuse(context, request, refusalOf(context, request, first), log, first)
    const told = await Promise.all(
      result.errors.map(async (error) => {
        const failure = failureOf(error, context.request.id, log, error.path?.join('.'))
        await recordDenial(context, failure, String(error.path?.[0] ?? ''), log)
        return asGraphQLError(failure, context.request.id, error)
      }),
    )
    return { ...result, errors: told }
  }

/** A request that is refused as a whole. */
async function refuse(
  context: GraphQLContext,
  request: Request,
  failure: Failure,
  log: LogFault,
  at?: GraphQLError,
) {
  await recordDenial(context, failure, closedTo(context, request)?.field ?? '', log)
  return { errors: [asGraphQLError(failure, context.request.id, at)] }
}

/**
 * GraphQL refuses badly shaped variables before any resolver runs, with an error for each. One answer is enough: it
 * still follows the order of DECISIONS (401, 403, then 400), and names every field in the words of the operation's
 * own input where it has some.
 */
function refusalOf(context: GraphQLContext, request: Request, error: GraphQLError): Failure {
  const { document, variables = {}, operationName } = request
  const fields = rootFields(schema, document, operationName)
  const closed = closedTo(context, request)
  if (closed) return closed.failure
  const input = fields.map(inputOf).find((one) => one !== undefined)
  const parsed = input && z.safeParse(input, variables.input)
  if (parsed && !parsed.success) return invalid(fieldMessages(parsed.error))
  const [prefix = '', name] = /^Variable "\$(\w+)" (?:has|got) invalid value[^:]*: /.exec(error.message) ?? []
  const words = error.message.slice(prefix.length)
  return name ? invalid({ [name]: words }) : new Failure('invalid', words)
}

/** A denial is recorded in a transaction of its own, because the refused one is rolled back (DECISIONS). */
export async function recordDenial(
  context: GraphQLContext,
  failure: Failure | null,
  field: string,
  log: LogFault,
): Promise<void> {
  if (!context.actor || !failure || !['forbidden', 'not_found'].includes(failure.code)) return
  const { resourceType = field || 'request', resourceId } = failure.subject ?? {}
  try {
    await audit(context, {
      action: 'denied',
      resourceType,
      // What was asked for may be anything at all; what could be no key is not kept.
      resourceId: z.safeParse(identifier, resourceId).data,
      details: { code: failure.code, field },
    })
  } catch (fault) {
    log({ error: fault, requestId: context.request.id })
  }
}

const checked = new WeakSet<DocumentNode>()

const makeRun =
  (execute: Execute): Run =>
  async (context, document, variables) => {
    if (!checked.has(document)) {
      const [error] = validate(schema, document, specifiedRules)
      if (error) throw error
      checked.add(document)
    }
    const { data, errors } = await execute(context, { document, variables })
    if (errors?.[0]) throw thrown(errors[0])
    return data as never
  }

/** The told error as the failure it was; a fault stays an error without a code of ours. */
function thrown(error: GraphQLError): Error {
  const { code, ...about } = error.extensions as {
    code?: string
    fields?: FieldMessages
    retryAfter?: number
  }
  if (!code || code === 'internal') return error
  return new Failure(code as FailureCode, error.message, about)
}
