import { PAGE } from '#domain/paging.ts'
import { isUuid } from '#domain/text.ts'
import { invalid } from './operation.ts'

/** The requested page of a list, as in the GraphQL Cursor Connections Specification. */
export type PageArgs = {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A column of the order. The last one must be unique; otherwise rows could be skipped between pages. */
export type SortColumn = {
  field: string
  direction: 'asc' | 'desc'
  kind: 'text' | 'instant' | 'number' | 'key'
}

/** The order of most lists. */
export const newestFirst: readonly SortColumn[] = [
  { field: 'createdAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

export type Page<Row> = {
  rows: { node: Row; cursor: string }[]
  hasNextPage: boolean
  hasPreviousPage: boolean
}

/** The arguments of `fetch`, in the format of Prisma's `findMany`. */
export type PageQuery = { where: object; orderBy: Record<string, 'asc' | 'desc'>[]; take: number }

/** The position before a page: one value for each column of the order. */
export type Bound = Omit<SortColumn, 'kind'> & { value: string | number | Date }

/** Loads a page by position, not by offset, so that the millionth row takes as long as the first. */
export async function readPage<Row>(
  args: PageArgs,
  columns: readonly SortColumn[],
  // `bounds` is the same condition as `where`, for queries in SQL.
  fetch: (query: PageQuery, bounds: readonly Bound[]) => Promise<Row[]>,
  max: number = PAGE.max,
): Promise<Page<Row>> {
  refuseBothWays(args)
  const isBackward = args.last != null || (args.before != null && args.first == null)
  const size = pageSize(isBackward ? args.last : args.first, isBackward ? 'last' : 'first', max)
  const cursor = isBackward ? args.before : args.after
  // An audit row of such pages would name no patients, yet they could reveal the values at the end of a list.
  if (cursor && size === 0)
    throw invalid({ [isBackward ? 'last' : 'first']: 'Ask for at least 1 row after a cursor' })
  const order = isBackward ? columns.map(turned) : columns
  const bounds = cursor ? readCursor(cursor, order, isBackward ? 'before' : 'after') : []
  const found = await fetch(
    {
      where: cursor ? beyond(bounds) : {},
      orderBy: order.map(({ field, direction }) => ({ [field]: direction })),
      take: size + 1,
    },
    bounds,
  )
  const hasMore = found.length > size
  const rows = found.slice(0, size)
  if (isBackward) rows.reverse()
  return {
    rows: rows.map((node) => placed(node, columns)),
    hasNextPage: isBackward ? Boolean(cursor) : hasMore,
    hasPreviousPage: isBackward ? hasMore : Boolean(cursor),
  }
}

/** A row with its cursor, which is encoded only on demand. */
const placed = <Row>(node: Row, columns: readonly SortColumn[]) => ({
  node,
  get cursor() {
    return writeCursor(node, columns)
  },
})

function refuseBothWays({ first, after, last, before }: PageArgs): void {
  if ((first ?? after ?? null) === null || (last ?? before ?? null) === null) return
  throw invalid({ first: 'Use either first and after, or last and before' })
}

function pageSize(wanted: number | null | undefined, name: string, max: number): number {
  if (wanted == null) return PAGE.size
  if (Number.isInteger(wanted) && wanted >= 0 && wanted <= max) return wanted
  throw invalid({ [name]: `Ask for 0 to ${max} rows at a time` })
}

const turned = (column: SortColumn): SortColumn => ({
  ...column,
  direction: column.direction === 'asc' ? 'desc' : 'asc',
})

/** Rows after the bound. The first condition alone lets the index find the start; the second is exact. */
function beyond(bounds: Bound[]): object {
  const first = bounds[0] as Bound
  const past = (bound: Bound) => ({
    [bound.field]: { [bound.direction === 'asc' ? 'gt' : 'lt']: bound.value },
  })
  const either = bounds.map((bound, index) => ({
    AND: [...bounds.slice(0, index).map(({ field, value }) => ({ [field]: value })), past(bound)],
  }))
  return {
    AND: [{ [first.field]: { [first.direction === 'asc' ? 'gte' : 'lte']: first.value } }, { OR: either }],
  }
}

/** The row's position, by column name, so that a list recognizes the cursor of another one. */
function writeCursor(row: unknown, columns: readonly SortColumn[]): string {
  const place = columns.map(({ field, kind }) => {
    const value = (row as Record<string, unknown>)[field]
    return [field, kind === 'instant' ? (value as Date).toISOString() : String(value)]
  })
  return Buffer.from(JSON.stringify(Object.fromEntries(place))).toString('base64url')
}

function readCursor(cursor: string, columns: readonly SortColumn[], name: string): Bound[] {
  const place = parsedPlace(cursor)
  const bounds = columns.flatMap(({ field, direction, kind }): Bound[] => {
    const value = readers[kind](place.get(field))
    return value === null ? [] : [{ field, direction, value }]
  })
  if (place.size === columns.length && bounds.length === columns.length) return bounds
  throw invalid({ [name]: 'This page link belongs to another list. Start from the first page.' })
}

function parsedPlace(cursor: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(JSON.parse(Buffer.from(cursor, 'base64url').toString()) ?? {}))
  } catch {
    return new Map()
  }
}

const isStorable = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000')

/** Parses the format of `writeCursor`. PostgreSQL supports all years with four digits. */
const isInstant = (value: string) =>
  /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))

/** The client can change a cursor, so each value is checked before it is used in a query. */
const readers: Record<SortColumn['kind'], (value: unknown) => string | number | Date | null> = {
  text: (value) => (isStorable(value) ? value : null),
  key: (value) => (isStorable(value) && isUuid(value) ? value : null),
  number: (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : null),
  instant: (value) => (typeof value === 'string' && isInstant(value) ? new Date(value) : null),
}
