import { createHash } from 'node:crypto'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  isNonNullType,
  OperationTypeNode,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { Failure, type FailureCode } from '#domain/errors.ts'
import { isReceivedTable } from '#domain/imports/receivedTable.ts'
import { isReceivedFile } from '#domain/records/receivedFile.ts'
import type { OperationContext } from '#operations/context.ts'
import { answerOnce } from '#operations/idempotency/answerOnce.ts'
import { discardTable } from '#operations/imports/receiveTable.ts'
import { discardFile } from '#operations/records/receiveFile.ts'
import type { GraphQLContext } from './context.ts'
import { isServerFault, type LogFault } from './failures.ts'
import type { Request } from './rootScopes.ts'
import type { FieldExtensions } from './runs.ts'
import { schema } from './schema.ts'

/** The header of a repeated answer. */
const REPLAYED = 'Idempotency-Replayed'
const KEY = /^[\x21-\x7e]{1,255}$/
const INVALID_KEY = 'Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces'

/** Whether the request is a change by a known caller with an Idempotency-Key. */
export const isKeyed = (
  context: GraphQLContext,
  { document, operationName }: Request,
): context is GraphQLContext & OperationContext & { idempotencyKey: string } =>
  context.idempotencyKey !== null &&
  context.actor !== null &&
  getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION

/**
 * Runs a change once for its Idempotency-Key. Repeats the answer if the caller sends the same change again with the same key
 * within a day. Throws `invalid` for an unusable key, and `conflict` if the answer cannot be repeated.
 */
export async function runOnce<Context extends GraphQLContext & OperationContext & { idempotencyKey: string }>(
  context: Context,
  request: Request,
  run: (context: Context) => Promise<ExecutionResult>,
  log: LogFault,
): Promise<ExecutionResult> {
  const { idempotencyKey: key } = context
  if (!KEY.test(key))
    throw new Failure('invalid', INVALID_KEY, { fields: { 'Idempotency-Key': INVALID_KEY } })
  const { answer, isRepeated } = await answerOnce<Context, ExecutionResult>(
    context,
    { key, requestSha256: hashOf(context, request) },
    {
      run,
      logFault: (error) => log({ error, requestId: context.request.id }),
      kept: (result) => (hasFailed(result) ? undefined : withoutSecrets(request.document, result)),
    },
  )
  if (!isRepeated) return answer
  context.answerHeaders.push([REPLAYED, 'true'])
  await discardFiles(context, request.variables)
  return asResult(answer as Kept)
}

/** Covers what the answer depends on: the document, its variables and the caller's role. A file counts by its content. */
function hashOf({ actor }: OperationContext, { document, variables, operationName }: Request): string {
  const text = JSON.stringify([print(document), operationName, variables, actor.role], (_name, value) =>
    isReceivedFile(value) || isReceivedTable(value) ? [value.fileName, value.sha256] : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

/** An execution result as JSON. */
type Kept = { data?: ExecutionResult['data']; errors?: readonly GraphQLFormattedError[] }

const asResult = ({ data, errors }: Kept): ExecutionResult => ({
  ...(data !== undefined && { data }),
  ...(errors && { errors: errors.map(({ message, ...about }) => new GraphQLError(message, about)) }),
})

/**
 * Whether the server failed. If it failed after the change was made, a later request with the key must learn that the change
 * was made, and not get the same error again.
 */
const hasFailed = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some(({ extensions }) => isServerFault(extensions.code as FailureCode | 'internal'))

/** The result with an empty value for each secret that is shown only once. */
function withoutSecrets(document: DocumentNode, result: ExecutionResult): unknown {
  const blanks = blanksIn(document)
  if (blanks.size === 0) return result
  return JSON.parse(JSON.stringify(result), (name, value) =>
    blanks.has(name) ? blanks.get(name)?.(value) : value,
  )
}

/** The names in the answer of the fields that are shown once, and what replaces their values. */
function blanksIn(document: DocumentNode): Map<string, (value: unknown) => unknown> {
  const blanks = new Map<string, (value: unknown) => unknown>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ alias, name }) => {
        if (!(types.getFieldDef()?.extensions as FieldExtensions | undefined)?.shownOnce) return
        const isRequired = isNonNullType(types.getType())
        blanks.set((alias ?? name).value, (value) => (Array.isArray(value) ? [] : isRequired ? '' : null))
      },
    }),
  )
  return blanks
}

/** Removes the files of a request that is not run, because no row will ever refer to them. */
async function discardFiles(context: GraphQLContext, value: unknown): Promise<void> {
  if (isReceivedFile(value)) return discardFile(context, value)
  if (isReceivedTable(value)) return discardTable(context, value)
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.values(value)) await discardFiles(context, inner)
}
