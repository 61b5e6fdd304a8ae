import * as z from 'zod/mini'
import { addPatientInput, patientWithoutEmailInput } from '#domain/patients/personInputs.ts'
import { fieldMessages } from '../fieldMessages.ts'
import { patientFields } from '../patients/patientFields.ts'
import {
  type ImportField,
  importFields,
  isDateField,
  type MappedColumn,
  separatorOf,
} from './importColumns.ts'
import { type DateOrder, dateOrderLabel, writtenDay } from './importDates.ts'
import type { ImportChoices } from './inputs.ts'
import type { RowProblem } from './patientImport.ts'

/** A person from a row of a file; `email` is `null` if unknown. */
export type ImportedPerson = Omit<z.output<typeof patientWithoutEmailInput>, 'status'> & {
  email: string | null
}

export type ReadRow = { person: ImportedPerson } | { problems: RowProblem[] }

type Cells = Partial<Record<ImportField, string>>

/** Line breaks are kept only in free text. */
const written = (text: string, field: ImportField): string =>
  patientFields[field].kind === 'long_text' ? text.trim() : text.replace(/\s+/g, ' ').trim()

/** The cells of a row by mapped field. */
function cellsOf(cells: readonly string[], mapping: readonly MappedColumn[]): Cells {
  const found: Cells = {}
  for (const { column, field } of mapping) {
    const text = written(cells[column] ?? '', field)
    const before = found[field]
    found[field] = before && text ? `${before}${separatorOf(field) ?? ' '}${text}` : before || text
  }
  return found
}

/** Converts dates to YYYY-MM-DD and reports invalid ones, which become empty. */
function withDays(cells: Cells, order: DateOrder): { read: Cells; problems: RowProblem[] } {
  const read = { ...cells }
  const problems: RowProblem[] = []
  for (const field of importFields.filter(isDateField)) {
    const text = cells[field]
    if (!text) continue
    const day = writtenDay(text, order)
    read[field] = day ?? ''
    if (!day) {
      const { label } = patientFields[field]
      problems.push({
        field: label,
        message: `${label} cannot be read as a date: ${dateOrderLabel[order]} with a year of four digits, or Year-Month-Day`,
      })
    }
  }
  return { read, problems }
}

/** Validates a row by the rules of Add Patient; `columns` is the number of header cells. */
export function readRow(
  row: readonly string[],
  { mapping, dateOrder, withoutEmail, status }: ImportChoices,
  columns: number,
): ReadRow {
  const width = widthOf(row, columns)
  if (width !== columns)
    return {
      problems: [{ field: 'Row', message: `The row has ${width} columns, and the header ${columns}` }],
    }
  const { read, problems } = withDays(cellsOf(row, mapping), dateOrder)
  const { email, ...others } = read
  const hasNone = !email && withoutEmail === 'mark'
  const parsed = hasNone
    ? z.safeParse(patientWithoutEmailInput, { ...others, status })
    : z.safeParse(addPatientInput, { ...others, email: email ?? '', status })
  if (!parsed.success) problems.push(...problemsOf(fieldMessages(parsed.error)))
  if (problems.length > 0 || !parsed.success) return { problems }
  const { status: _status, ...person } = parsed.data
  return { person: { email: null, ...person } }
}

/** Ignores separators at the end of a line. */
function widthOf(row: readonly string[], columns: number): number {
  let width = row.length
  while (width > columns && row[width - 1]?.trim() === '') width -= 1
  return width
}

const problemsOf = (messages: Record<string, string>): RowProblem[] =>
  Object.entries(messages).map(([field, message]) => ({ field: nameOf(field), message }))

/** The displayed label of a field. */
export const nameOf = (field: string): string => patientFields[field as ImportField]?.label ?? field
