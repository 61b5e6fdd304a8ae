import { filterNames } from '../audit/trailFilters.ts'
import { type AuditEntry, auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Bound, type Page, type PageQuery, readPage, type SortColumn } from '../paging.ts'
import { readsWholeClinic } from '../patients/wholeClinic.ts'
import { isInstantCell, isoOf } from './span.ts'

/** The value of one cell of a report; each output format writes it in its own way. */
export type Cell = string | number | boolean | null | object

/** A part of a table that is too long to be read at once. */
export type ReportPart = {
  columns: readonly string[]
  rows: Cell[][]
  endCursor: string | null
  hasNextPage: boolean
}

/** Which part is wanted: so many rows behind a place. */
export type PartArgs = { first?: number | null | undefined; after?: string | null | undefined }

/** Rows of one part, and at most: few enough to be there at once, many enough that asking costs little beside reading. */
export const PART = 2000

/** How a table is read: its order, its rows behind a place, and what each column says of a row. */
export type Table<Row> = {
  order: readonly SortColumn[]
  fetch: (query: PageQuery, bounds: readonly Bound[]) => Promise<Row[]>
  columns: Record<string, (row: Row) => Cell>
}

/** The part of a table behind `after`, and the rows it was made of. */
export async function readPart<Row>(
  { order, fetch, columns }: Table<Row>,
  { first, after }: PartArgs,
): Promise<ReportPart & { found: Page<Row> }> {
  const found = await readPage({ first: first ?? PART, after }, order, fetch, PART)
  return { ...partOf(found, columns), found }
}

/** A page as the part of a table. */
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
  resourceType: string
  order: readonly SortColumn[]
  /** The rows of a part among those that exist for the actor: their keys, and what they are ordered by. */
  find: (ctx: OperationContext, query: PageQuery) => Promise<Place[]>
  /** Each column as SQL over `row` and the joined tables; days in PostgreSQL's format. */
  columns: Record<string, string>
  /** The table of `row` and its joins. */
  from: string
  /** Which patient a row is about. */
  patientOf: (place: Place) => string | null
  /** Which patients the report holds for a user who sees all of them and sets no filter; left out for a report of something else. */
  whole?: AuditEntry['patientScope']
}

/**
 * The part of a report behind `after`, to be written down. That it left is recorded, with the names of its filters. Which
 * rows are in it is asked in the words of every list; what they say comes as one text, because a million rows as objects
 * of Prisma's cost several times what they do in PostgreSQL.
 */
export const exportPart = <Place extends { id: string }>(
  ctx: OperationContext,
  filters: object,
  { resourceType, order, find, columns, from, patientOf, whole }: Report<Place>,
  { first, after }: PartArgs,
): Promise<ReportPart> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'report.export')
    const places = (query: PageQuery) => find(inside, query)
    const found = await readPage({ first: first ?? PART, after }, order, places, PART)
    const { rows, hasNextPage } = found
    const names = filterNames(filters)
    const isWhole = whole && names.length === 0 && !after && (await readsWholeClinic(inside))
    await auditExported(inside, resourceType, {
      filters: names,
      patientIds: rows.map(({ node }) => patientOf(node)),
      patientScope: isWhole ? whole : undefined,
      page: { asked: filters, args: { after }, found },
      firstPatients: async (take) => (await places({ where: {}, orderBy: [], take })).map(patientOf),
    })
    const sql = cellsSql(Object.values(columns), from)
    const keys = rows.map(({ node }) => node.id)
    const [spelledRows] = await inside.db.$queryRawUnsafe<[{ cells: string | null }]>(sql, keys)
    return {
      columns: Object.keys(columns),
      rows: spelled(JSON.parse(spelledRows.cells ?? '[]'), Object.values(columns)),
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
