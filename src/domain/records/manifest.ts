import type { Day } from '../dates.ts'
import { guessColumns } from '../imports/importColumns.ts'
import { writtenDay } from '../imports/importDates.ts'
import { isUuid } from '../text.ts'
import { type RecordCategory, recordCategories, recordCategoryLabels } from './categories.ts'

/** The position of each column in a manifest. */
export type ManifestColumns = Partial<
  Record<
    | 'file'
    | 'patient'
    | 'firstName'
    | 'lastName'
    | 'dateOfBirth'
    | 'description'
    | 'imageDescription'
    | 'category'
    | 'serviceDate',
    number
  >
>

const words = {
  file: ['file', 'filename', 'path', 'filepath'],
  patient: ['patient', 'patientid', 'id'],
  description: ['description', 'note', 'title'],
  imageDescription: ['imagedescription', 'alttext', 'alternativetext'],
  category: ['category', 'recordcategory'],
  serviceDate: ['servicedate', 'dateofservice', 'dos'],
} as const

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Finds the columns of a manifest by name; returns a sentence if a required one is missing. */
export function manifestColumns(headers: readonly string[]): ManifestColumns | string {
  const found: ManifestColumns = {}
  for (const [name, headings] of Object.entries(words)) {
    const at = headers.findIndex((header) => (headings as readonly string[]).includes(plain(header)))
    if (at >= 0) found[name as keyof typeof words] = at
  }
  for (const { column, field } of guessColumns(headers))
    if (field === 'firstName' || field === 'lastName' || field === 'dateOfBirth') found[field] = column
  if (found.file === undefined) return 'The manifest has no column "file"'
  const hasName = [found.firstName, found.lastName, found.dateOfBirth].every((at) => at !== undefined)
  if (found.patient === undefined && !hasName)
    return 'The manifest needs a column "patient" with patient IDs, or "first name", "last name" and "date of birth"'
  return found
}

/** The patient that a manifest row refers to. */
export type PatientReference = { id: string } | { firstName: string; lastName: string; dateOfBirth: Day }

/** A parsed manifest row; `meant` is a sentence if the row is incomplete. */
export type ManifestRow = {
  file: string
  description: string | null
  imageDescription: string | null
  category: RecordCategory | null
  serviceDate: Day | null
  meant: PatientReference | string
}

export function manifestRow(cells: readonly string[], columns: ManifestColumns): ManifestRow {
  const cell = (name: keyof ManifestColumns) => {
    const at = columns[name]
    return at === undefined ? '' : (cells[at]?.trim() ?? '')
  }
  const category = writtenCategory(cell('category'))
  const serviceDate = cell('serviceDate') ? writtenDay(cell('serviceDate'), 'mdy') : null
  const unreadable =
    (category === undefined && 'The category is not in the list of categories') ||
    (serviceDate === null && cell('serviceDate') !== '' && 'The service date cannot be read')
  return {
    file: cell('file'),
    description: cell('description') || null,
    imageDescription: cell('imageDescription') || null,
    category: category ?? null,
    serviceDate,
    meant:
      unreadable ||
      patientReference(cell('patient'), cell('firstName'), cell('lastName'), cell('dateOfBirth')),
  }
}

/** The category of a name or label: "visit_notes" or "Visit notes". `undefined` if there is no such category. */
const writtenCategory = (text: string): RecordCategory | null | undefined =>
  text === ''
    ? null
    : recordCategories.find((one) =>
        [one, recordCategoryLabels[one]].some((name) => plain(name) === plain(text)),
      )

function patientReference(
  id: string,
  firstName: string,
  lastName: string,
  born: string,
): PatientReference | string {
  if (id) return isUuid(id) ? { id } : 'The patient ID is not valid'
  if (!firstName || !lastName || !born) return 'Identify the patient by ID, or by name and date of birth'
  const dateOfBirth = writtenDay(born, 'mdy')
  return dateOfBirth ? { firstName, lastName, dateOfBirth } : 'The date of birth cannot be read'
}
