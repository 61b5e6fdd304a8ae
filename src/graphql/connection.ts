import type { Page } from '#operations/paging.ts'

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
