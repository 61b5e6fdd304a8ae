import { GraphQLError } from 'graphql'
import { failureCodes } from '#domain/errors.ts'
import { asGraphQLError, type LogFault } from './failures.ts'

type Extensions = {
  code?: string
  http?: { status?: number; headers?: Record<string, string>; spec?: boolean }
  /** Yoga's value for a body that is not JSON. */
  originalError?: unknown
}

const ours = new Set<string>([...failureCodes, 'internal'])

const NOT_JSON = 'The body is not valid JSON'
const NO_REQUEST = 'Send one JSON object with query, and as needed variables, operationName and extensions'

/** Messages for requests that Yoga and graphql-js reject. They repeat nothing from the request. */
const sentences: Record<string, string> = {
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL',
  OPERATION_RESOLUTION_FAILURE: 'Say by operationName which operation of the document is meant',
}

/**
 * Converts an error for the client. Our own failures stay unchanged, protocol errors get a code from DECISIONS and the
 * GraphQL over HTTP status, and other errors become internal errors.
 */
export function inOurWords(error: GraphQLError, reference: string, log: LogFault): GraphQLError {
  const { code, http, originalError } = error.extensions as Extensions
  if (code !== undefined && ours.has(code)) return error
  if (error.originalError instanceof SyntaxError)
    return refusal('invalid', 'Send variables and extensions as JSON', { status: 400 })
  if (http?.status === undefined) {
    log({ error: error.originalError ?? error, requestId: reference })
    return asGraphQLError(null, reference)
  }
  const { status, headers = {} } = http
  if (status === 405)
    return refusal('method_not_allowed', 'Send a mutation by POST, a query by GET or POST', {
      status,
      headers,
    })
  // GraphQL over HTTP allows status 200 for an invalid document if the client accepts plain JSON, but not for a bad request.
  if (code === 'BAD_REQUEST') return refusal('invalid', originalError ? NOT_JSON : NO_REQUEST, { status })
  return refusal('invalid', sentences[code ?? ''] ?? error.message, http, error)
}

/** Converts a GraphQL validation error to a refusal with status 200 or 400. */
export const asInvalid = (problem: GraphQLError): GraphQLError =>
  refusal('invalid', problem.message, { spec: true, status: 400 }, problem)

function refusal(
  code: string,
  message: string,
  http: object,
  { source, positions }: Partial<GraphQLError> = {},
) {
  return new GraphQLError(message, { source, positions, extensions: { code, http } })
}
