import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'

/** What one cell of a report holds; whoever writes it down decides how. */
export type Cell = string | number | boolean | null | object

/** A part of a table that is too long to be read at once. */
export type ReportPart = {
  columns: readonly string[]
  rows: Cell[][]
  endCursor: string | null
  hasNextPage: boolean
}

/** Rows of one part: few enough to be there at once, many enough that asking costs little beside reading. */
export const PART = 2000

/** How a report is read: its order, its rows behind a place, and what each column says of a row. */
export type Report<Row> = {
  order: readonly SortColumn[]
  fetch: Parameters<typeof readPage<Row>>[2]
  columns: Record<string, (row: Row) => Cell>
}

/** The part of a report behind `after`. */
export async function readPart<Row>(
  { order, fetch, columns }: Report<Row>,
  after: PageArgs['after'],
): Promise<ReportPart> {
  const { rows, hasNextPage }: Page<Row> = await readPage({ first: PART, after }, order, fetch, PART)
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    rows: rows.map(({ node }) => cells.map((cell) => cell(node))),
    endCursor: rows.at(-1)?.cursor ?? null,
    hasNextPage,
  }
}
