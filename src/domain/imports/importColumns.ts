import { type PatientFieldName, patientFieldNames, patientFields } from '../patients/patientFields.ts'

/** A field of the patient, or what another system calls them. */
export type ImportField = PatientFieldName | 'identifier'

type Recognition = {
  /** Headings that an import recognizes, in lower case, letters and digits only. */
  headings: readonly string[]
  /** Joins the values if several columns are mapped to the field; without it only one can be. */
  separator?: string
}

const recognition: Record<ImportField, Recognition> = {
  firstName: {
    headings: words('first firstname given givenname forename fname patientfirstname firstnames'),
  },
  lastName: { headings: words('last lastname surname family familyname lname patientlastname') },
  email: { headings: words('email emailaddress mail mailaddress patientemail email1') },
  phone: {
    headings: words('phone phonenumber telephone tel mobile mobilephone cell cellphone homephone phone1'),
  },
  address: {
    headings: words(
      'address street streetaddress addressline1 addressline2 address1 address2 mailingaddress city town state zip zipcode postalcode postcode',
    ),
    separator: ', ',
  },
  preferredLanguage: {
    headings: words('language preferredlanguage lang primarylanguage spokenlanguage languagepreference'),
  },
  dateOfBirth: { headings: words('birthdate dateofbirth dob birthday birth born patientdob bdate') },
  dateOfInjury: {
    headings: words('dateofinjury injurydate doi dateofaccident accidentdate dateofloss dol incidentdate'),
  },
  dateOfDeath: { headings: words('dateofdeath deathdate deceaseddate') },
  injuryDescription: {
    headings: words('injury injurydescription accidentdescription incidentdescription injuries'),
  },
  notes: { headings: words('notes note comment comments remark remarks'), separator: '\n' },
  identifier: {
    headings: words('mrn medicalrecordnumber patientid patientnumber chartnumber externalid'),
  },
}

function words(text: string): string[] {
  return text.split(' ')
}

/** What joins the values of several columns that are mapped to a field; `undefined` if only one can be. */
export const separatorOf = (field: ImportField): string | undefined => recognition[field].separator

/** The fields that identify a person, which stand first in most files. */
const identifying: ImportField[] = ['firstName', 'lastName', 'dateOfBirth']

/** The patient fields to which a column can be mapped. */
export const importFields: readonly ImportField[] = [
  ...identifying,
  ...patientFieldNames.filter((name) => !identifying.includes(name)),
  'identifier',
]

/** The name of a field as users read it. */
export const importLabel = (field: ImportField): string =>
  field === 'identifier' ? 'ID in Another System' : patientFields[field].label

/** The required fields. An import may leave out the e-mail address. */
const neededFields = importFields.filter(
  (name) => name !== 'identifier' && patientFields[name].isRequired && name !== 'email',
)

const kindOf = (field: ImportField) => (field === 'identifier' ? 'text' : patientFields[field].kind)

export const isDateField = (field: ImportField): boolean => kindOf(field) === 'date'

/** Whether the field takes several lines of text. */
export const isLongText = (field: ImportField): boolean => kindOf(field) === 'long_text'

/** Whether several columns can be mapped to the field: parts of an address, several notes. */
export const takesSeveral = (field: ImportField): boolean => separatorOf(field) !== undefined

/** The mapping of one column, counted from 0, to a field. */
export type MappedColumn = { column: number; field: ImportField }

const plain = (header: string) => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Guesses the mapping from the headers. If two columns match a field that takes one, the first is used. */
export function guessColumns(headers: readonly string[]): MappedColumn[] {
  const taken = new Set<ImportField>()
  return headers.flatMap((header, column) => {
    const field = importFields.find((one) => recognition[one].headings.includes(plain(header)))
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
    if (count > 1 && !takesSeveral(field)) return `${importLabel(field)} can come from one column only`
  }
  const missing = neededFields.filter((field) => !mapping.some((one) => one.field === field))
  if (missing.length > 0) return `Choose the column of ${missing.map(importLabel).join(' and of ')}`
  return null
}
