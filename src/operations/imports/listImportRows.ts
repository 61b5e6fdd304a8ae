import type { ImportOutcome, RowProblem } from '#domain/imports/patientImport.ts'
import type { PatientImportRow, Prisma } from '#infra/prisma/client.ts'
import { auditExported } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, type PageQuery, readPage, type SortColumn } from '../paging.ts'
import { type ReportPart, readPart, type Table } from '../reports/part.ts'
import { knownImport } from './importFile.ts'

const byLine: readonly SortColumn[] = [{ field: 'line', direction: 'asc', kind: 'number' }]

/** What became of the rows of an import that are told of, by line; nothing of what stands in them. */
export async function listImportRows(
  ctx: OperationContext,
  { importId, leftOut }: { importId: string; leftOut?: boolean | null | undefined },
  page: PageArgs,
): Promise<Page<PatientImportRow>> {
  authorize(ctx, 'import.manage')
  const { id } = await knownImport(ctx, importId)
  const which: Prisma.PatientImportRowWhereInput = {
    importId: id,
    ...(leftOut && { outcome: { not: 'created' } }),
  }
  return readPage(page, byLine, ({ where, ...query }) =>
    ctx.db.patientImportRow.findMany({ ...query, where: { AND: [which, where] } }),
  )
}

export const problemsOf = ({ problems }: Pick<PatientImportRow, 'problems'>): RowProblem[] =>
  (problems ?? []) as RowProblem[]

/** One line of the report for each thing to say of a row. */
type Told = { line: number; outcome: ImportOutcome; field: string; message: string; patientId: string | null }

const columns: Table<Told>['columns'] = {
  line: ({ line }) => line,
  outcome: ({ outcome }) => outcome,
  field: ({ field }) => field,
  message: ({ message }) => message,
  patientId: ({ patientId }) => patientId,
}

/** A part of the same as a table to be written down. That it left is recorded. */
export const exportImportRows = (
  ctx: OperationContext,
  importId: string,
  after?: string | null,
): Promise<ReportPart> =>
  inTransaction(ctx, async (inside) => {
    authorize(inside, 'import.manage')
    const { id } = await knownImport(inside, importId)
    const fetch = async ({ where, ...query }: PageQuery) =>
      inside.db.patientImportRow.findMany({ ...query, where: { AND: [{ importId: id }, where] } })
    const { found, ...part } = await readPart(
      { order: byLine, fetch: async (query) => (await fetch(query)).map(toldOf), columns },
      { after },
    )
    await auditExported(inside, 'patient_import', {
      filters: [],
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: { id }, args: { after }, found },
    })
    return part
  })

function toldOf(row: PatientImportRow): Told {
  const { line, outcome, patientId } = row
  const problems = problemsOf(row)
  return {
    ...{ line, outcome, patientId },
    field: problems.map(({ field }) => field).join('; '),
    message: problems.map(({ message }) => message).join('; ') || duplicateOf(row),
  }
}

/** Whom a row tells of, if somebody is known already. */
export const duplicateOf = ({ outcome, sameAs }: PatientImportRow): string => {
  if (outcome !== 'duplicate') return ''
  return sameAs === null ? 'The same person is a patient already' : `The same person as on line ${sameAs}`
}
