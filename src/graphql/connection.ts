import type { Page } from '#operations/paging.ts'

/** The argument of lists that can be read by last change. */
export const updatedSinceArg = {
  type: 'DateTime',
  description: 'Only those that changed at this time or later.',
} as const

/** The description of a sort key by last change. */
export const UPDATED_SORT =
  'By last change, oldest first. What changes while you read comes again at the end of the list.'

/** Builds a page as defined by the GraphQL Cursor Connections Specification, with the page's other fields. */
export function asConnection<Row, Found extends Page<Row>>({
  rows,
  hasNextPage,
  hasPreviousPage,
  ...rest
}: Found & Page<Row>) {
  return {
    ...rest,
    edges: rows,
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: rows[0]?.cursor ?? null,
      endCursor: rows.at(-1)?.cursor ?? null,
    },
  }
}
