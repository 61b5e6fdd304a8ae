import type { ErrorResponse } from '#graphql/execute.ts'

/** Seconds until a retry makes sense, if it helps. */
export const retryAfterOf = (told: ErrorResponse): number | undefined =>
  told.code === 'unavailable' ? 5 : told.retryAfter

/** The heading when a page could not be rendered. */
export const headingOf = (told: ErrorResponse): string =>
  retryAfterOf(told) === undefined ? 'This page could not be shown' : 'Back in a moment'
