import type { Page } from '#operations/paging.ts'

/** A page as the GraphQL Cursor Connections Specification wants it, with whatever else the page knows. */
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
