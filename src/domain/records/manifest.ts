import type { Day } from '../dates.ts'
import { type Identifier, identifierInput } from '../identifiers.ts'
import { guessColumns } from '../imports/importColumns.ts'
import { writtenDay } from '../imports/importDates.ts'
import { isUuid } from '../text.ts'
import { type RecordCategory, recordCategories, recordCategoryLabels } from './categories.ts'

/** The position of each column in a manifest. */
export type ManifestColumns = Partial<
  Record<
    | 'file'
    | 'patient'
    | 'patientSystem'
    | 'patientIdentifier'
    | 'firstName'
    | 'lastName'
    | 'dateOfBirth'
    | 'description'
    | 'imageDescription'
    | 'category'
    | 'serviceDate'
    | 'system'
    | 'identifier',
    number
  >
>

const words = {
  file: ['file', 'filename', 'path', 'filepath'],
  patient: ['patient', 'patientid', 'id'],
  patientSystem: ['patientsystem'],
  patientIdentifier: ['patientidentifier'],
  description: ['description', 'note', 'title'],
  imageDescription: ['imagedescription', 'alttext', 'alternativetext'],
  category: ['category', 'recordcategory'],
  serviceDate: ['servicedate', 'dateofservice', 'dos'],
  system: ['system', 'recordsystem'],
  identifier: ['identifier', 'recordidentifier'],
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
  for (const [value, system, names] of [
    ['patientIdentifier', 'patientSystem', '"patient identifier" and "patient system"'],
    ['identifier', 'system', '"identifier" and "system"'],
  ] as const)
    if ((found[value] === undefined) !== (found[system] === undefined))
      return `The columns ${names} belong together: what another system calls it, and the name of that system`
  if (found.patient === undefined && found.patientIdentifier === undefined && !hasName)
    return 'The manifest needs a column "patient" with patient IDs, "patient identifier" and "patient system", or "first name", "last name" and "date of birth"'
  return found
}

/** The patient that a manifest row refers to. */
export type PatientReference =
  | { id: string }
  | { identifier: Identifier }
  | { firstName: string; lastName: string; dateOfBirth: Day }

/** A parsed manifest row; `meant` is a sentence if the row is incomplete. */
export type ManifestRow = {
  file: string
  description: string | null
  imageDescription: string | null
  category: RecordCategory | null
  serviceDate: Day | null
  /** What another system calls the record; `null` if it has no name there. */
  identifier: Identifier | null
  meant: PatientReference | string
}

export function manifestRow(cells: readonly string[], columns: ManifestColumns): ManifestRow {
  const cell = (name: keyof ManifestColumns) => {
    const at = columns[name]
    return at === undefined ? '' : (cells[at]?.trim() ?? '')
  }
  const category = writtenCategory(cell('category'))
  const serviceDate = cell('serviceDate') ? writtenDay(cell('serviceDate'), 'mdy') : null
  const identifier = writtenIdentifier(cell('system'), cell('identifier'))
  const unreadable =
    (category === undefined && 'The category is not in the list of categories') ||
    (serviceDate === null && cell('serviceDate') !== '' && 'The service date cannot be read') ||
    (typeof identifier === 'string' && identifier)
  return {
    file: cell('file'),
    description: cell('description') || null,
    imageDescription: cell('imageDescription') || null,
    category: category ?? null,
    serviceDate,
    identifier: typeof identifier === 'string' ? null : identifier,
    meant: unreadable || patientReference(cell),
  }
}

/** The category of a name or label: "visit_notes" or "Visit notes". `undefined` if there is no such category. */
const writtenCategory = (text: string): RecordCategory | null | undefined =>
  text === ''
    ? null
    : recordCategories.find((one) =>
        [one, recordCategoryLabels[one]].some((name) => plain(name) === plain(text)),
      )

/** An identifier, `null` if both cells are empty, or a sentence if it cannot be used. */
function writtenIdentifier(system: string, value: string): Identifier | null | string {
  if (!system && !value) return null
  const read = identifierInput.safeParse({ system, value })
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'The identifier cannot be used')
}

function patientReference(cell: (name: keyof ManifestColumns) => string): PatientReference | string {
  const [id, born] = [cell('patient'), cell('dateOfBirth')]
  if (id) return isUuid(id) ? { id } : 'The patient ID is not valid'
  const identifier = writtenIdentifier(cell('patientSystem'), cell('patientIdentifier'))
  if (identifier) return typeof identifier === 'string' ? identifier : { identifier }
  const [firstName, lastName] = [cell('firstName'), cell('lastName')]
  if (!firstName || !lastName || !born)
    return 'Identify the patient by ID, by identifier, or by name and date of birth'
  const dateOfBirth = writtenDay(born, 'mdy')
  return dateOfBirth ? { firstName, lastName, dateOfBirth } : 'The date of birth cannot be read'
}
