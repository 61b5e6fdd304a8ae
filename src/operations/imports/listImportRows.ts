import type { ImportOutcome, RowProblem } from '#domain/imports/patientImport.ts'
import type { PatientImportRow, Prisma } from '#infra/prisma/client.ts'
import { auditExported, auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, type PageQuery, readPage, type SortColumn } from '../paging.ts'
import { type ReportPart, readPart, type Table } from '../reports/part.ts'
import { visibleImport } from './importFile.ts'

const byLine: readonly SortColumn[] = [{ field: 'line', direction: 'asc', kind: 'number' }]

type ImportRowFilter = {
  importId: string
  leftOut?: boolean | null | undefined
  possibleDuplicate?: boolean | null | undefined
}

/** Returns the results of an import's rows by line, without the content of the rows. The list is audited. */
export const listImportRows = (
  ctx: OperationContext,
  { importId, leftOut, possibleDuplicate }: ImportRowFilter,
  page: PageArgs,
): Promise<Page<PatientImportRow>> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'import.manage')
    const { id } = await visibleImport(inside, importId)
    const which: Prisma.PatientImportRowWhereInput = {
      importId: id,
      ...(leftOut && { outcome: { not: 'created' } }),
      ...(possibleDuplicate && { possibleDuplicateId: { not: null } }),
    }
    const found = await readPage(page, byLine, ({ where, ...query }) =>
      inside.db.patientImportRow.findMany({ ...query, where: { AND: [which, where] } }),
    )
    await auditListed(inside, 'patient_import', {
      filters: [leftOut ? 'leftOut' : [], possibleDuplicate ? 'possibleDuplicate' : []].flat(),
      count: found.rows.length,
      patientIds: found.rows.flatMap(({ node }) => [node.patientId, node.possibleDuplicateId]),
      page: { asked: { id, leftOut, possibleDuplicate }, args: page, found },
    })
    return found
  })

export const problemsOf = ({ problems }: Pick<PatientImportRow, 'problems'>): RowProblem[] =>
  (problems ?? []) as RowProblem[]

/** One line of the report for each message about a row. */
type ReportLine = {
  line: number
  outcome: ImportOutcome
  field: string
  message: string
  patientId: string | null
}

const columns: Table<ReportLine>['columns'] = {
  line: ({ line }) => line,
  outcome: ({ outcome }) => outcome,
  field: ({ field }) => field,
  message: ({ message }) => message,
  patientId: ({ patientId }) => patientId,
}

/** Exports part of the row results as a table. The export is audited. */
export const exportImportRows = (
  ctx: OperationContext,
  importId: string,
  after?: string | null,
): Promise<ReportPart> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'import.manage')
    const { id } = await visibleImport(inside, importId)
    const fetch = async ({ where, ...query }: PageQuery) =>
      inside.db.patientImportRow.findMany({ ...query, where: { AND: [{ importId: id }, where] } })
    const { found, ...part } = await readPart(
      { order: byLine, fetch: async (query) => (await fetch(query)).map(reportLine), columns },
      { after },
    )
    await auditExported(inside, 'patient_import', {
      filters: [],
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: { id }, args: { after }, found },
    })
    return part
  })

function reportLine(row: PatientImportRow): ReportLine {
  const { line, outcome, patientId } = row
  const problems = problemsOf(row)
  return {
    ...{ line, outcome, patientId },
    field: problems.map(({ field }) => field).join('; '),
    message: problems.map(({ message }) => message).join('; ') || duplicateOf(row),
  }
}

/** Describes whom a duplicate or possible duplicate repeats; empty if it is neither. */
export const duplicateOf = ({ outcome, sameAs, possibleDuplicateId }: PatientImportRow): string => {
  if (outcome !== 'duplicate') return possibleDuplicateId ? 'Another patient has this phone number' : ''
  return sameAs === null ? 'This person is already a patient' : `The same person as on line ${sameAs}`
}
