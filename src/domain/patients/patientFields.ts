import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { personName } from '../personName.ts'
import { emailAddress, optionalText, TEXT_MAX } from '../text.ts'
import { isAddress } from './noEmail.ts'

type PatientField = {
  /** Label on screens and in messages about imports. */
  label: string
  /**
   * A `date` cannot be in the future. A `long_text` keeps its line breaks in an import, and the patient report
   * leaves it out. An `address` and a `long_text` take the full width of the overview.
   */
  kind: 'text' | 'long_text' | 'address' | 'email' | 'phone' | 'date'
  isRequired?: true
  schema: z.ZodMiniType
  /** Column of the table `patients`. */
  column: string
  /** Row of the form. Two fields with the same number stand side by side. */
  formRow: number
  /** Headings that an import recognizes, in lower case, letters and digits only. */
  headings: readonly string[]
  /** Joins the values if several columns of an import are mapped to the field; without it only one can be. */
  separator?: string
  /** Description of the GraphQL input. */
  inputDescription: string
  /** Description of the field of the GraphQL type `Patient`. */
  description: string
}

const table = {
  firstName: {
    label: 'First Name',
    kind: 'text',
    isRequired: true,
    schema: personName('First name is required'),
    column: 'first_name',
    formRow: 1,
    headings: words('first firstname given givenname forename fname patientfirstname firstnames'),
    inputDescription: 'Given name.',
    description: 'Given name.',
  },
  lastName: {
    label: 'Last Name',
    kind: 'text',
    isRequired: true,
    schema: personName('Last name is required'),
    column: 'last_name',
    formRow: 1,
    headings: words('last lastname surname family familyname lname patientlastname'),
    inputDescription: 'Family name.',
    description: 'Family name.',
  },
  email: {
    label: 'Email',
    kind: 'email',
    isRequired: true,
    schema: emailAddress('Valid email is required').check(z.refine(isAddress, 'Valid email is required')),
    column: 'email',
    formRow: 2,
    headings: words('email emailaddress mail mailaddress patientemail email1'),
    inputDescription: 'E-mail address, unique among patients regardless of case.',
    description: 'E-mail address, unique among patients regardless of case; empty if unknown.',
  },
  phone: {
    label: 'Phone',
    kind: 'phone',
    schema: optionalText(40),
    column: 'phone',
    formRow: 2,
    headings: words('phone phonenumber telephone tel mobile mobilephone cell cellphone homephone phone1'),
    inputDescription: 'Phone number in any format.',
    description: 'Phone number as typed; `null` if unknown.',
  },
  address: {
    label: 'Address',
    kind: 'address',
    schema: optionalText(500),
    column: 'address',
    formRow: 5,
    headings: words(
      'address street streetaddress addressline1 addressline2 address1 address2 mailingaddress city town state zip zipcode postalcode postcode',
    ),
    separator: ', ',
    inputDescription: 'Postal address.',
    description: 'Postal address; `null` if unknown.',
  },
  dateOfBirth: {
    label: 'Date of Birth',
    kind: 'date',
    schema: optionalDay('Date of birth must be a date as YYYY-MM-DD, from 1900 on'),
    column: 'date_of_birth',
    formRow: 3,
    headings: words('birthdate dateofbirth dob birthday birth born patientdob bdate'),
    inputDescription: 'Date of birth of the patient.',
    description: 'Date of birth; `null` if unknown.',
  },
  dateOfInjury: {
    label: 'Date of Injury',
    kind: 'date',
    schema: optionalDay('Date of injury must be a date as YYYY-MM-DD, from 1900 on'),
    column: 'date_of_injury',
    formRow: 3,
    headings: words('dateofinjury injurydate doi dateofaccident accidentdate dateofloss dol incidentdate'),
    inputDescription: 'Date of the injury.',
    description: 'Date of injury; `null` if unknown.',
  },
  injuryDescription: {
    label: 'Injury Description',
    kind: 'long_text',
    schema: optionalText(TEXT_MAX),
    column: 'injury_description',
    formRow: 4,
    headings: words('injury injurydescription accidentdescription incidentdescription injuries'),
    inputDescription: 'Description of the injury.',
    description: 'Description of the injury; `null` if there is none.',
  },
  notes: {
    label: 'Notes',
    kind: 'long_text',
    schema: optionalText(TEXT_MAX),
    column: 'notes',
    formRow: 6,
    headings: words('notes note comment comments remark remarks'),
    separator: '\n',
    inputDescription: 'Notes from intake.',
    description: 'Notes from intake; `null` if there are none.',
  },
} as const satisfies Record<string, PatientField>

function words(text: string): string[] {
  return text.split(' ')
}

export type PatientFieldName = keyof typeof table

/**
 * The personal fields of a patient. Forms, inputs, stored columns, imports, reports and the GraphQL schema derive
 * from this table.
 */
export const patientFields: Record<PatientFieldName, PatientField> = table

export const patientFieldNames = Object.keys(table) as PatientFieldName[]

/** An object with one value for each field. */
export const mapPatientFields = <Value>(make: (name: PatientFieldName, field: PatientField) => Value) =>
  Object.fromEntries(patientFieldNames.map((name) => [name, make(name, patientFields[name])])) as Record<
    PatientFieldName,
    Value
  >

/** The zod schema of each field. */
export const patientSchemas = mapPatientFields((_name, { schema }) => schema) as {
  [Name in PatientFieldName]: (typeof table)[Name]['schema']
}

/** The fields in the order of the form, one list for each row. */
export const formRows: PatientFieldName[][] = [
  ...Map.groupBy(patientFieldNames, (name) => patientFields[name].formRow),
]
  .sort(([row], [other]) => row - other)
  .map(([, names]) => names)
