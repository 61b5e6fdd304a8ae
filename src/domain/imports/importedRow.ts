import * as z from 'zod/mini'
import { fieldMessages } from '../fieldMessages.ts'
import { addPatientInput, patientWithoutEmailInput } from '../patients/inputs.ts'
import {
  type ImportField,
  importFieldLabel,
  importFields,
  isDateField,
  joinedWith,
  type MappedColumn,
} from './importColumns.ts'
import { type DateOrder, dateOrderLabel, writtenDay } from './importDates.ts'
import type { ImportChoices } from './inputs.ts'
import type { RowProblem } from './patientImport.ts'

/** A person as a row of a file tells of them; `email` is `null` where none is known. */
export type ImportedPerson = Omit<z.output<typeof patientWithoutEmailInput>, 'status'> & {
  email: string | null
}

export type ReadRow = { person: ImportedPerson } | { problems: RowProblem[] }

type Cells = Partial<Record<ImportField, string>>

/** A break of a line says something in a free text alone. */
const written = (text: string, field: ImportField): string =>
  field === 'notes' || field === 'injuryDescription' ? text.trim() : text.replace(/\s+/g, ' ').trim()

/** What the cells of a row hold for each field that was chosen. */
function cellsOf(cells: readonly string[], mapping: readonly MappedColumn[]): Cells {
  const found: Cells = {}
  for (const { column, field } of mapping) {
    const text = written(cells[column] ?? '', field)
    const before = found[field]
    found[field] = before && text ? `${before}${joinedWith[field] ?? ' '}${text}` : before || text
  }
  return found
}

/** Days as the product writes them, and what cannot be one. */
function daysOf(cells: Cells, order: DateOrder): { days: Cells; problems: RowProblem[] } {
  const days: Cells = {}
  const problems: RowProblem[] = []
  for (const field of importFields.filter(isDateField)) {
    const text = cells[field]
    if (!text) continue
    const day = writtenDay(text, order)
    if (day) days[field] = day
    else {
      const label = importFieldLabel[field]
      problems.push({
        field: label,
        message: `${label} cannot be read as a date: ${dateOrderLabel[order]} with a year of four digits, or Year-Month-Day`,
      })
    }
  }
  return { days, problems }
}

/** A row as it is, by the rules of Add Patient; `columns` is how many the header has. */
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
  const cells = cellsOf(row, mapping)
  const { days, problems } = daysOf(cells, dateOrder)
  const { email, ...others } = { ...cells, dateOfBirth: undefined, dateOfInjury: undefined, ...days }
  const hasNone = !email && withoutEmail === 'mark'
  const parsed = hasNone
    ? z.safeParse(patientWithoutEmailInput, { ...others, status })
    : z.safeParse(addPatientInput, { ...others, email: email ?? '', status })
  if (!parsed.success) problems.push(...problemsOf(fieldMessages(parsed.error)))
  if (problems.length > 0 || !parsed.success) return { problems }
  const { status: _status, ...person } = parsed.data
  return { person: { email: null, ...person } }
}

/** Separators at the end of a line are no columns. */
function widthOf(row: readonly string[], columns: number): number {
  let width = row.length
  while (width > columns && row[width - 1]?.trim() === '') width -= 1
  return width
}

const problemsOf = (messages: Record<string, string>): RowProblem[] =>
  Object.entries(messages).map(([field, message]) => ({ field: nameOf(field), message }))

/** A field by the name a person knows it by. */
export const nameOf = (field: string): string => importFieldLabel[field as ImportField] ?? field
