import { type PatientFieldName, patientFieldNames, patientFields } from '../patients/patientFields.ts'

export type ImportField = PatientFieldName

/** The fields that identify a person, which stand first in most files. */
const identifying: ImportField[] = ['firstName', 'lastName', 'dateOfBirth']

/** The patient fields to which a column can be mapped. */
export const importFields: readonly ImportField[] = [
  ...identifying,
  ...patientFieldNames.filter((name) => !identifying.includes(name)),
]

/** The required fields. An import may leave out the e-mail address. */
const neededFields = importFields.filter((name) => patientFields[name].isRequired && name !== 'email')

export const isDateField = (field: ImportField): boolean => patientFields[field].kind === 'date'

/** Whether several columns can be mapped to the field: parts of an address, several notes. */
export const takesSeveral = (field: ImportField): boolean => patientFields[field].separator !== undefined

/** The mapping of one column, counted from 0, to a field. */
export type MappedColumn = { column: number; field: ImportField }

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Guesses the mapping from the headers. If two columns match a field that takes one, the first is used. */
export function guessColumns(headers: readonly string[]): MappedColumn[] {
  const taken = new Set<ImportField>()
  return headers.flatMap((header, column) => {
    const field = importFields.find((one) => patientFields[one].headings.includes(plain(header)))
    if (!field || (taken.has(field) && !takesSeveral(field))) return []
    taken.add(field)
    return [{ column, field }]
  })
}

/** The problem with a mapping, as a sentence; `null` if it is valid. */
export function mappingProblem(mapping: readonly MappedColumn[], columns: number): string | null {
  if (mapping.some(({ column }) => column >= columns)) return 'The file has fewer columns than that'
  if (new Set(mapping.map(({ column }) => column)).size < mapping.length)
    return 'A column can become one thing only'
  for (const field of importFields) {
    const count = mapping.filter((one) => one.field === field).length
    if (count > 1 && !takesSeveral(field))
      return `${patientFields[field].label} can come from one column only`
  }
  const missing = neededFields.filter((field) => !mapping.some((one) => one.field === field))
  if (missing.length > 0)
    return `Choose the column of ${missing.map((field) => patientFields[field].label).join(' and of ')}`
  return null
}
