import { httpStatus, statusOf } from '#domain/errors.ts'
import type { ErrorResponse } from '#graphql/execute.ts'

/** Seconds after which the user can try again; `undefined` if that would not help. */
export const retryAfterOf = (failure: ErrorResponse): number | undefined =>
  httpStatus(failure.code) === statusOf.unavailable ? 5 : failure.retryAfter

/** The heading when a page could not be rendered. */
export const headingOf = (failure: ErrorResponse): string =>
  retryAfterOf(failure) === undefined ? 'This page could not be shown' : 'Back in a moment'

/**
 * A link that may show the page after all: the same address if the error may pass, or the page without its query if the query is
 * the error. `null` if neither would help.
 */
export function wayBackOf(failure: ErrorResponse): { href: string; label: string } | null {
  if (retryAfterOf(failure) !== undefined) return { href: '', label: 'Try again' }
  return failure.code === 'invalid' ? { href: '?', label: 'Open this page from the beginning' } : null
}
