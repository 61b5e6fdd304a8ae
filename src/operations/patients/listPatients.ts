import type * as z from 'zod/mini'
import { patientListInput } from '#domain/patients/inputs.ts'
import { naturalDirection, type PatientSort, type SortDirection } from '#domain/patients/listing.ts'
import type { PatientStatus } from '#domain/patients/status.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import { filterNames } from '../audit/auditFilters.ts'
import { auditListed, COUNTED_MAX, openReading } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse, repeated } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { activeCount, countPatients } from './countPatients.ts'
import { isCounted, matchingPatients } from './patientFilters.ts'
import { type PatientPageRead, readPatientPage } from './readPatientPage.ts'
import type { PatientSelection } from './visiblePatient.ts'
import { readsWholeClinic } from './wholeClinic.ts'

export type PatientPage = Page<Patient> & {
  /** The total number of rows; for counted matches at most `SEARCH_COUNT_MAX`. */
  totalCount: number
  /** False when there are more matches than were counted. */
  isTotalExact: boolean
  statusCounts: { status: PatientStatus; count: number }[]
}

/**
 * The count of matches stops here. No user pages further, and counting a million rows is slow for everyone.
 */
export const SEARCH_COUNT_MAX = 1000

type ListInput = z.output<typeof patientListInput>

/**
 * Returns the page of patients visible to the actor. Without a status filter, dropped patients are excluded.
 */
export async function listPatients(
  ctx: OperationContext,
  raw: z.input<typeof patientListInput>,
  page: PageArgs,
  selection: PatientSelection = {},
): Promise<PatientPage> {
  const input = parse(patientListInput, raw)
  authorize(ctx, 'patient.list')
  const asked = { input, page, selection }
  return (
    (await readInOneStatement(ctx, asked)) ?? inTransaction(ctx, (inside) => readWithPrisma(inside, asked))
  )
}

type Asked = { input: ListInput; page: PageArgs; selection: PatientSelection }

/** Returns `null`, and records nothing, for what `readPatientPage` does not cover. */
async function readInOneStatement(ctx: OperationContext, asked: Asked): Promise<PatientPage | null> {
  const { input, page, selection } = asked
  const list = { action: 'listed', resourceType: 'patient', page: { asked: input, args: page } } as const
  const reading = openReading(ctx, list)
  if (ctx.request.isReadToEnd || reading.continues) return null
  const audit = { id: reading.id, filters: filtersOf(input) }
  let read: PatientPageRead | null = null
  const found = await readPage(page, columnsOf(input.sort, input.direction), async (query, bounds) => {
    const isEmpty = query.take === 1
    const question = { input, selection, countMax: SEARCH_COUNT_MAX + 1, audit }
    read = isEmpty ? null : await repeated(ctx, () => readPatientPage(ctx, question, query, bounds))
    return read?.rows ?? []
  })
  if (!read) return null
  reading.close(undefined, found)
  const { counts, matches } = read as PatientPageRead
  return { ...found, ...totals(input, counts, matches) }
}

async function readWithPrisma(ctx: OperationContext, asked: Asked): Promise<PatientPage> {
  const { input, page, selection } = asked
  const where = matchingPatients(ctx, input)
  const found = await readPage(page, columnsOf(input.sort, input.direction), (query) =>
    ctx.db.patient.findMany({
      ...(selection.include && { include: selection.include }),
      ...query,
      where: { AND: [where, query.where] },
    }),
  )
  const counts = await countPatients(ctx)
  const matches = isCounted(input) ? await countMatches(ctx, where) : null
  const totalCount = matches ?? listed(counts, input.status)
  const filters = filtersOf(input)
  const isWhole = filters.length === 0 && !page.after && (await readsWholeClinic(ctx))
  await auditListed(ctx, 'patient', {
    filters,
    count: totalCount,
    patientIds: await namedPatients(ctx, where, { input, totalCount, found }),
    patientScope: isWhole ? 'all_but_dropped' : undefined,
    page: { asked: input, args: page, found },
    firstPatients:
      totalCount > 0 && totalCount <= COUNTED_MAX ? (rows) => firstMatches(ctx, where, rows) : undefined,
  })
  return { ...found, ...totals(input, counts, matches) }
}

/** `matches` is the number of counted matches, which stops at one more than `SEARCH_COUNT_MAX`. */
const totals = (input: ListInput, counts: Map<PatientStatus, number>, matches: number | null) => ({
  totalCount: matches === null ? listed(counts, input.status) : Math.min(matches, SEARCH_COUNT_MAX),
  isTotalExact: matches === null || matches <= SEARCH_COUNT_MAX,
  statusCounts: [...counts].map(([status, count]) => ({ status, count })),
})

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
  const tellsOfMore = isCounted(input) && totalCount > shown.length && totalCount <= COUNTED_MAX
  return shown.length > 0 && tellsOfMore ? firstMatches(ctx, where, totalCount) : shown
}

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

/** The names of the filters, for the audit log. */
const filtersOf = (input: ListInput): string[] => filterNames({ ...input, sort: null, direction: null })

function columnsOf(sort: PatientSort, wanted: SortDirection | undefined): SortColumn[] {
  const direction = wanted ?? naturalDirection[sort]
  const by: Record<PatientSort, Pick<SortColumn, 'field' | 'kind'>[]> = {
    created: [{ field: 'createdAt', kind: 'instant' }],
    name: [
      { field: 'lastName', kind: 'text' },
      { field: 'firstName', kind: 'text' },
    ],
    in_step: [{ field: 'statusSince', kind: 'instant' }],
    updated: [{ field: 'updatedAt', kind: 'instant' }],
  }
  return [...by[sort], { field: 'id', kind: 'key' } as const].map((column) => ({ ...column, direction }))
}
