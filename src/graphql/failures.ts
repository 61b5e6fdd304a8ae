import { GraphQLError } from 'graphql'
import { Failure, type FailureCode, httpStatus, statusOf } from '#domain/errors.ts'
import { isAway, lackedResource } from './context.ts'

/** The message of an internal error. The caller gets only its reference in the log. */
export const faultMessage = (requestId: string) =>
  `Something went wrong on our side and nothing was changed. Try again, and if it happens again tell us this reference: ${requestId}`

/** The message of an error after a change was committed, for example while it is read back. */
const changedMessage = (requestId: string) =>
  `Your change was made, but after that something went wrong on our side. Reload to see it, and if it happens again tell us this reference: ${requestId}`

const awayMessage = (requestId: string) =>
  `The database cannot be reached just now. Look whether your change is there before you try again in a moment, and if it lasts tell us this reference: ${requestId}`

/** The sentences for a machine that lacks something. The administrators of the server can mend it. */
const lacking = {
  storage_full:
    'The disk of the server is full, so nothing was saved. Ask for more disk space, then try again.',
  storage_read_only:
    'The storage of the server accepts no changes just now, so nothing was saved. Try again in a moment.',
  too_many_files: 'The server has too many files open just now. Try again in a minute.',
} satisfies Partial<Record<FailureCode, string>>

const lackingMessage = (code: keyof typeof lacking, requestId: string) =>
  `${lacking[code]} If it lasts, tell us this reference: ${requestId}`

/** Logs details that callers must not see. */
export type LogFault = (fault: { error: unknown; requestId: string; path?: string }) => void

/** Finds the failure behind an error. Logs an internal error and returns `null`. */
export function failureOf(error: unknown, requestId: string, log: LogFault, path?: string): Failure | null {
  const cause = error instanceof GraphQLError ? error.originalError : error
  const lacked = lackedResource(cause)
  if (cause instanceof Failure && !lacked) return cause
  log({ error: cause ?? error, requestId, ...(path && { path }) })
  if (lacked) return new Failure(lacked, lackingMessage(lacked, requestId), { cause })
  return isAway(cause) ? new Failure('unavailable', awayMessage(requestId)) : null
}

/** Whether the cause is on our side, so that the caller may get another answer to the same request later. */
export const isServerFault = (code: FailureCode | 'internal'): boolean =>
  httpStatus(code) >= 500 && code !== 'provider'

/** The parts of a failure that set the status and headers of a response. Yoga removes them from the body. */
function httpOf({ code, facts: { retryAfter } }: Failure) {
  if (code === 'unauthenticated' || code === 'factor_required' || code === 'step_up_required')
    return { http: { status: statusOf[code] } }
  if (code !== 'rate_limited') return {}
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return { http: { status: statusOf[code], headers } }
}

/**
 * The error in a response: message, code and fields. An internal error has only a reference. `isAfterChange` is for an error
 * after a change was committed, such as one below the root field of a mutation.
 */
export function asGraphQLError(
  failure: Failure | null,
  requestId: string,
  at?: GraphQLError,
  { isAfterChange = false } = {},
): GraphQLError {
  const place = at && { ...(at.nodes && { nodes: at.nodes }), ...(at.path && { path: at.path }) }
  if (!failure || (isAfterChange && isServerFault(failure.code))) {
    return new GraphQLError(isAfterChange ? changedMessage(requestId) : faultMessage(requestId), {
      ...place,
      extensions: { code: 'internal', reference: requestId, ...(isAfterChange && { isChanged: true }) },
    })
  }
  return new GraphQLError(failure.message, {
    ...place,
    extensions: { code: failure.code, ...failure.facts, ...httpOf(failure) },
  })
}
