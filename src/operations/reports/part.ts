import type { AuditResource } from '#domain/audit/descriptions.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { type AuditEntry, auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Bound, type Page, type PageQuery, readPage, type SortColumn } from '../paging.ts'
import { readsWholeClinic } from '../patients/wholeClinic.ts'
import { onReplica } from './onReplica.ts'
import { isInstantCell, isoOf } from './span.ts'

/** The value of one cell of a report; each output format writes it in its own way. */
export type Cell = string | number | boolean | null | object

/** A part of a table that is too long to load at once. */
export type ReportPart = {
  columns: readonly string[]
  rows: Cell[][]
  endCursor: string | null
  hasNextPage: boolean
}

/** The part to load: a number of rows after a position. */
export type PartArgs = { first?: number | null | undefined; after?: string | null | undefined }

/** The usual and the maximum number of rows in a part: few enough for memory, enough to keep the overhead small. */
export const PART = 2000

/** How to read a table: its order, its rows after a position, and its columns. */
export type Table<Row> = {
  order: readonly SortColumn[]
  fetch: (query: PageQuery, bounds: readonly Bound[]) => Promise<Row[]>
  columns: Record<string, (row: Row) => Cell>
}

/** The part of a table after `after`, and its rows. */
export async function readPart<Row>(
  { order, fetch, columns }: Table<Row>,
  { first, after }: PartArgs,
): Promise<ReportPart & { found: Page<Row> }> {
  const found = await readPage({ first: first ?? PART, after }, order, fetch, PART)
  return { ...partOf(found, columns), found }
}

/** Converts a page to a part of a table. */
export function partOf<Row>(
  { rows, hasNextPage }: Pick<Page<Row>, 'rows' | 'hasNextPage'>,
  columns: Table<Row>['columns'],
): ReportPart {
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    rows: rows.map(({ node }) => cells.map((cell) => cell(node))),
    endCursor: rows.at(-1)?.cursor ?? null,
    hasNextPage,
  }
}

/** The definition of a report: its rows, order and columns. */
export type Report<Place extends { id: string }> = {
  resourceType: AuditResource
  order: readonly SortColumn[]
  /** The visible rows of a part: their IDs, and the values that they are ordered by. */
  find: (ctx: OperationContext, query: PageQuery) => Promise<Place[]>
  /** Each column as SQL over `row` and the joined tables; days in PostgreSQL's format. */
  columns: Record<string, string>
  /** The table of `row` and its joins. */
  from: string
  /** The patient of a row. */
  patientOf: (place: Place) => string | null
  /** The patients that the report covers for a user who sees all and sets no filter. Left out for other reports. */
  whole?: AuditEntry['patientScope']
}

/**
 * The part of a report after `after`, for export. The export is recorded with the names of its filters. The rows are
 * selected like those of every list. Their cells come as one text, because a million Prisma objects would take several
 * times as long as the query in PostgreSQL.
 */
export const exportPart = <Place extends { id: string }>(
  ctx: OperationContext,
  filters: object,
  { resourceType, order, find, columns, from, patientOf, whole }: Report<Place>,
  { first, after }: PartArgs,
): Promise<ReportPart> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    const { found, cells } = await onReplica(inside, async (reading) => {
      const places = (query: PageQuery) => find(reading, query)
      const page = await readPage({ first: first ?? PART, after }, order, places, PART)
      const sql = cellsSql(Object.values(columns), from)
      const keys = page.rows.map(({ node }) => node.id)
      const [row] = await reading.db.$queryRawUnsafe<[{ cells: string | null }]>(sql, keys)
      return { found: page, cells: row.cells ?? '[]' }
    })
    const { rows, hasNextPage } = found
    const names = filterNames(filters)
    const isWhole = whole && names.length === 0 && !after && (await readsWholeClinic(inside))
    await auditExported(inside, resourceType, {
      filters: names,
      patientIds: rows.map(({ node }) => patientOf(node)),
      patientScope: isWhole ? whole : undefined,
      page: { asked: filters, args: { after }, found },
      firstPatients: async (take) => (await find(inside, { where: {}, orderBy: [], take })).map(patientOf),
    })
    return {
      columns: Object.keys(columns),
      rows: spelled(JSON.parse(cells), Object.values(columns)),
      endCursor: rows.at(-1)?.cursor ?? null,
      hasNextPage,
    }
  })

function spelled(rows: Cell[][], columns: readonly string[]): Cell[][] {
  const instants = [...columns.keys()].filter((at) => isInstantCell(columns[at] ?? ''))
  for (const row of rows) for (const at of instants) if (typeof row[at] === 'string') row[at] = isoOf(row[at])
  return rows
}

const cellsSql = (columns: readonly string[], from: string) => `
  SELECT json_agg(json_build_array(${columns.join(', ')}) ORDER BY wanted.place)::text AS cells
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN ${from}`
