import type * as z from 'zod/mini'
import { patientListInput } from '#domain/patients/inputs.ts'
import { naturalDirection, type PatientSort, type SortDirection } from '#domain/patients/listing.ts'
import { searchWords } from '#domain/patients/search.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import { auditListed, COUNTED_MAX } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { activeCount, countPatients } from './countPatients.ts'
import { type PatientSelection, patientsVisibleTo } from './visiblePatient.ts'
import { readsWholeClinic } from './wholeClinic.ts'

export type PatientPage = Page<Patient> & {
  /** The total number of rows; for a search at most `SEARCH_COUNT_MAX`. */
  totalCount: number
  /** False when a search has more matches than were counted. */
  isTotalExact: boolean
  statusCounts: { status: PatientStatus; count: number }[]
}

/**
 * The count of a search stops here. No user pages further, and counting a million rows is slow for everyone.
 */
export const SEARCH_COUNT_MAX = 1000

type ListInput = z.output<typeof patientListInput>

/**
 * Returns the page of patients visible to the actor. Without a status filter, dropped patients are excluded.
 */
export function listPatients(
  ctx: OperationContext,
  raw: z.input<typeof patientListInput>,
  page: PageArgs,
  selection: PatientSelection = {},
): Promise<PatientPage> {
  const input = parse(patientListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'patient.list')
    const where = matchingPatients(inside, input)
    const found = await readPage(page, columnsOf(input.sort, input.direction), (query) =>
      inside.db.patient.findMany({ ...selection, ...query, where: { AND: [where, query.where] } }),
    )
    const counts = await countPatients(inside)
    const totalCount = input.search ? await countMatches(inside, where) : listed(counts, input.status)
    const filters = filtersOf(input)
    const isWhole = filters.length === 0 && !page.after && (await readsWholeClinic(inside))
    await auditListed(inside, 'patient', {
      filters,
      count: totalCount,
      patientIds: await namedPatients(inside, where, { input, totalCount, found }),
      patientScope: isWhole ? 'all_but_dropped' : undefined,
      page: { asked: input, args: page, found },
      firstPatients:
        totalCount > 0 && totalCount <= COUNTED_MAX ? (rows) => firstMatches(inside, where, rows) : undefined,
    })
    return {
      ...found,
      totalCount: Math.min(totalCount, input.search ? SEARCH_COUNT_MAX : totalCount),
      isTotalExact: !input.search || totalCount <= SEARCH_COUNT_MAX,
      statusCounts: [...counts].map(([status, count]) => ({ status, count })),
    }
  })
}

/**
 * The patients of the page, or all matches if the count reveals that there are a few more. Otherwise the count alone
 * could confirm a patient who is not on the page.
 */
async function namedPatients(
  ctx: OperationContext,
  where: Prisma.PatientWhereInput,
  { input, totalCount, found }: { input: ListInput; totalCount: number; found: Page<Patient> },
): Promise<string[]> {
  const shown = found.rows.map(({ node }) => node.id)
  const tellsOfMore = input.search && totalCount > shown.length && totalCount <= COUNTED_MAX
  return shown.length > 0 && tellsOfMore ? firstMatches(ctx, where, totalCount) : shown
}

/** The filter for patients that are visible to the actor and match the list's filters. */
export function matchingPatients(
  ctx: OperationContext,
  { status, search }: Pick<ListInput, 'status' | 'search'>,
): Prisma.PatientWhereInput {
  const words = searchWords(search ?? '').map((word) => ({ searchText: { contains: literal(word) } }))
  return {
    ...patientsVisibleTo(ctx),
    status: status ?? { not: 'dropped' },
    ...(words.length > 0 && { AND: words }),
  }
}

// Prisma does not escape LIKE's wildcards.
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&')

const listed = (counts: Map<PatientStatus, number>, status: PatientStatus | null | undefined): number =>
  status ? (counts.get(status) ?? 0) : activeCount(counts)

const countMatches = async (ctx: OperationContext, where: Prisma.PatientWhereInput): Promise<number> =>
  (await firstMatches(ctx, where, SEARCH_COUNT_MAX + 1)).length

async function firstMatches(
  { db }: OperationContext,
  where: Prisma.PatientWhereInput,
  take: number,
): Promise<string[]> {
  const some = await db.patient.findMany({ where, select: { id: true }, take })
  return some.map(({ id }) => id)
}

const filtersOf = ({ status, search }: ListInput): string[] =>
  [status && 'status', search && 'search'].filter(
    (name) => typeof name === 'string' && name !== '',
  ) as string[]

function columnsOf(sort: PatientSort, wanted: SortDirection | undefined): SortColumn[] {
  const direction = wanted ?? naturalDirection[sort]
  const by: Record<PatientSort, Pick<SortColumn, 'field' | 'kind'>[]> = {
    created: [{ field: 'createdAt', kind: 'instant' }],
    name: [
      { field: 'lastName', kind: 'text' },
      { field: 'firstName', kind: 'text' },
    ],
    in_step: [{ field: 'statusSince', kind: 'instant' }],
  }
  return [...by[sort], { field: 'id', kind: 'key' } as const].map((column) => ({ ...column, direction }))
}
