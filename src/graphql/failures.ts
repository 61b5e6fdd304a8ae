import { GraphQLError } from 'graphql'
import { Failure, statusOf } from '#domain/errors.ts'
import { isAway } from './context.ts'

/** A fault is ours: the caller learns where to find it in the log, and nothing else. */
export const faultMessage = (requestId: string) =>
  `Something went wrong on our side and nothing was changed. Try again, and if it happens again tell us this reference: ${requestId}`

const awayMessage = (requestId: string) =>
  `The database cannot be reached just now. Look whether your change is there before you try again in a moment, and if it lasts tell us this reference: ${requestId}`

/** Logs what callers must not see. */
export type LogFault = (fault: { error: unknown; requestId: string; path?: string }) => void

/** The failure behind an error; a fault is logged and `null`. */
export function failureOf(error: unknown, requestId: string, log: LogFault, path?: string): Failure | null {
  const cause = error instanceof GraphQLError ? error.originalError : error
  if (cause instanceof Failure) return cause
  log({ error: cause ?? error, requestId, ...(path && { path }) })
  return isAway(cause) ? new Failure('unavailable', awayMessage(requestId)) : null
}

/** What of a failure shows in the status and headers of a GraphQL answer; Yoga takes it out of the body. */
function httpOf({ code, retryAfter }: Failure) {
  if (code === 'unauthenticated') return { http: { status: statusOf[code] } }
  if (code !== 'rate_limited') return {}
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return { http: { status: statusOf[code], headers } }
}

/** The error as it leaves the building: message, code, fields, and for a fault only a reference. */
export function asGraphQLError(failure: Failure | null, requestId: string, at?: GraphQLError): GraphQLError {
  const place = at && { ...(at.nodes && { nodes: at.nodes }), ...(at.path && { path: at.path }) }
  if (!failure) {
    return new GraphQLError(faultMessage(requestId), {
      ...place,
      extensions: { code: 'internal', reference: requestId },
    })
  }
  const { code, fields, retryAfter } = failure
  return new GraphQLError(failure.message, {
    ...place,
    extensions: {
      code,
      ...(fields && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...httpOf(failure),
    },
  })
}
