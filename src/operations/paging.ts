import { PAGE } from '#domain/paging.ts'
import { isUuid } from '#domain/text.ts'
import { invalid } from './operation.ts'

/** Which part of a list is wanted, as in the GraphQL Cursor Connections Specification. */
export type PageArgs = {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
}

/** A column the list is ordered by. The last one must be unique, or rows get lost between pages. */
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

/** What `fetch` is asked for; the shapes are those of Prisma's `findMany`. */
export type PageQuery = { where: object; orderBy: Record<string, 'asc' | 'desc'>[]; take: number }

/** The place that a page begins behind: one value for each column of the order. */
export type Bound = Omit<SortColumn, 'kind'> & { value: string | number | Date }

/** One page by key, not by offset: the millionth row costs what the first one does. */
export async function readPage<Row>(
  args: PageArgs,
  columns: readonly SortColumn[],
  // `bounds` says the same as `where`, for queries that are written in SQL.
  fetch: (query: PageQuery, bounds: readonly Bound[]) => Promise<Row[]>,
  max: number = PAGE.max,
): Promise<Page<Row>> {
  refuseBothWays(args)
  const isBackward = args.last != null || (args.before != null && args.first == null)
  const size = pageSize(isBackward ? args.last : args.first, isBackward ? 'last' : 'first', max)
  const cursor = isBackward ? args.before : args.after
  // Nobody would be named for it, yet such pages tell step by step how the rows at the end of a list are called.
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

/** The row's place in the list, by the names of the columns: so a list knows the cursor of another by sight. */
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

/** Written as `writeCursor` writes it; a year of four digits is one that PostgreSQL knows, too. */
const isInstant = (value: string) =>
  /^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))

/** A cursor comes back from outside, so each value is checked before it reaches the database. */
const readers: Record<SortColumn['kind'], (value: unknown) => string | number | Date | null> = {
  text: (value) => (isStorable(value) ? value : null),
  key: (value) => (isStorable(value) && isUuid(value) ? value : null),
  number: (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : null),
  instant: (value) => (typeof value === 'string' && isInstant(value) ? new Date(value) : null),
}
