import * as z from 'zod/mini'
import { addPatientInput, patientWithoutEmailInput } from '#domain/patients/personInputs.ts'
import { fieldMessages } from '../fieldMessages.ts'
import { type Identifier, identifierValue } from '../identifiers.ts'
import {
  type ImportField,
  importFields,
  importLabel,
  isDateField,
  isLongText,
  type MappedColumn,
  separatorOf,
} from './importColumns.ts'
import { type DateOrder, dateOrderLabel, writtenDay } from './importDates.ts'
import type { ImportChoices } from './inputs.ts'
import type { RowProblem } from './patientImport.ts'

/** A person from a row of a file; `email` and `identifier` are `null` if unknown. */
export type ImportedPerson = Omit<z.output<typeof patientWithoutEmailInput>, 'status'> & {
  email: string | null
  identifier: Identifier | null
}

export type ReadRow = { person: ImportedPerson } | { problems: RowProblem[] }

type Cells = Partial<Record<ImportField, string>>

/** Line breaks are kept only in free text. */
const written = (text: string, field: ImportField): string =>
  isLongText(field) ? text.trim() : text.replace(/\s+/g, ' ').trim()

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
      const label = importLabel(field)
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
  { mapping, dateOrder, withoutEmail, status, identifierSystem }: ImportChoices,
  columns: number,
): ReadRow {
  const width = widthOf(row, columns)
  if (width !== columns)
    return {
      problems: [{ field: 'Row', message: `The row has ${width} columns, and the header ${columns}` }],
    }
  const { read, problems } = withDays(cellsOf(row, mapping), dateOrder)
  const { email, identifier: value, ...others } = read
  const hasNone = !email && withoutEmail === 'mark'
  const parsed = hasNone
    ? z.safeParse(patientWithoutEmailInput, { ...others, status })
    : z.safeParse(addPatientInput, { ...others, email: email ?? '', status })
  if (!parsed.success) problems.push(...problemsOf(fieldMessages(parsed.error)))
  const named = value ? z.safeParse(identifierValue, value) : null
  if (named && !named.success)
    problems.push({ field: importLabel('identifier'), message: named.error.issues[0]?.message ?? '' })
  if (problems.length > 0 || !parsed.success) return { problems }
  const { status: _status, ...person } = parsed.data
  const identifier = named?.data && identifierSystem ? { system: identifierSystem, value: named.data } : null
  return { person: { email: null, ...person, identifier } }
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
export const nameOf = (field: string): string =>
  importFields.some((one) => one === field) ? importLabel(field as ImportField) : field
