import { filterNames } from '../audit/trailFilters.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type PageQuery, readPage, type SortColumn } from '../paging.ts'

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

/** How a table is read: its order, its rows behind a place, and what each column says of a row. */
export type Table<Row> = {
  order: readonly SortColumn[]
  fetch: (query: PageQuery) => Promise<Row[]>
  columns: Record<string, (row: Row) => Cell>
}

/** The part of a table behind `after`. */
export async function readPart<Row>(
  { order, fetch, columns }: Table<Row>,
  after: string | null | undefined,
): Promise<ReportPart> {
  const { rows, hasNextPage } = await readPage({ first: PART, after }, order, fetch, PART)
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    rows: rows.map(({ node }) => cells.map((cell) => cell(node))),
    endCursor: rows.at(-1)?.cursor ?? null,
    hasNextPage,
  }
}

/** What a report is of, in which order, and what each column says of a row. */
export type Report<Row> = Omit<Table<Row>, 'fetch'> & {
  resourceType: string
  /** Which rows it is of, of those that exist for the actor. */
  where: (ctx: OperationContext) => object
  read: (ctx: OperationContext, query: PageQuery) => Promise<Row[]>
}

/** The part of a report behind `after`, to be written down. That it left is recorded, with the names of its filters. */
export const exportPart = <Row>(
  ctx: OperationContext,
  filters: object,
  { resourceType, where, read, ...table }: Report<Row>,
  after: string | null | undefined,
): Promise<ReportPart> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    await auditExported(inside, resourceType, filterNames(filters))
    const fetch = (query: PageQuery) =>
      read(inside, { ...query, where: { AND: [where(inside), query.where] } })
    return readPart({ ...table, fetch }, after)
  })
