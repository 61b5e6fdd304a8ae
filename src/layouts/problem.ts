import type { Told } from '#graphql/execute.ts'

/** Seconds after which it may be tried again, where that helps. */
export const retryAfterOf = (told: Told): number | undefined =>
  told.code === 'unavailable' ? 5 : told.retryAfter

/** What a person is told first where a page could not be made. */
export const headingOf = (told: Told): string =>
  retryAfterOf(told) === undefined ? 'This page could not be shown' : 'Back in a moment'
