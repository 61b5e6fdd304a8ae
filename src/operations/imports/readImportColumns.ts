import { guessColumns, type ImportField, isDateField } from '#domain/imports/importColumns.ts'
import { type DateOrder, guessDateOrder } from '#domain/imports/importDates.ts'
import type { PatientImport } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { importRows } from './importFile.ts'

/** A column of a file: its name, sample values and the guessed field. */
export type ImportColumn = { column: number; name: string; samples: string[]; guess: ImportField | null }
export type ImportColumns = { columns: ImportColumn[]; dateOrder: DateOrder }

/** Rows searched for samples, and samples shown per column. */
const LOOKED_AT = 200
const SHOWN = 3
const SAMPLE_MAX = 80

/**
 * Returns the columns of an import's file with samples. Samples are personal data, so the view is audited.
 * Empty once the file is deleted.
 */
export async function readImportColumns(ctx: OperationContext, one: PatientImport): Promise<ImportColumns> {
  authorize(ctx, 'import.manage')
  const guessed = new Map(guessColumns(one.columns).map(({ column, field }) => [column, field]))
  const rows = one.storageKey ? await firstRows(ctx, one) : []
  const samples = one.columns.map((_, column) => samplesOf(rows, column))
  const dates = samples.flatMap((texts, column) => {
    const field = guessed.get(column)
    return field && isDateField(field) ? texts : []
  })
  return {
    dateOrder: guessDateOrder(dates),
    columns: one.columns.map((name, column) => ({
      column,
      name,
      samples: (samples[column] ?? []).slice(0, SHOWN).map((text) => text.slice(0, SAMPLE_MAX)),
      guess: guessed.get(column) ?? null,
    })),
  }
}

async function firstRows(ctx: OperationContext, one: PatientImport): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of importRows(ctx, one)) {
    rows.push(cells)
    if (rows.length === LOOKED_AT) break
  }
  await inTransaction(ctx, (inside) =>
    audit(inside, { action: 'viewed', resourceType: 'patient_import', resourceId: one.id }),
  )
  return rows
}

/** Distinct values of a column. */
const samplesOf = (rows: readonly string[][], column: number): string[] => [
  ...new Set(rows.flatMap((cells) => cells[column]?.replace(/\s+/g, ' ').trim() || [])),
]
