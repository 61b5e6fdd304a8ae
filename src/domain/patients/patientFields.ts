import * as z from 'zod/mini'
import { optionalDay } from '../calendar.ts'
import { languageChoice } from '../language.ts'
import { emailAddress, optionalText, personName, TEXT_MAX } from '../text.ts'

import { isAddress } from './noEmail.ts'

type PatientField = {
  /** Label on screens and in messages about imports. */
  label: string
  /**
   * A `date` cannot be in the future. A `long_text` keeps its line breaks in an import, and the patient report
   * leaves it out. An `address` and a `long_text` take the full width of the overview. A `language` is English unless
   * another one is chosen.
   */
  kind: 'text' | 'long_text' | 'address' | 'email' | 'phone' | 'date' | 'language'
  isRequired?: true
  schema: z.ZodMiniType
  /** Column of the table `patients`. */
  column: string
  /** Row of the form. Two fields with the same number stand side by side. */
  formRow: number
  /** Hidden from an attorney who may not see records without a category. */
  isClinical?: true
  /** Not asked about a new patient, and shown only if there is one. */
  isRare?: true
}

const table = {
  firstName: {
    label: 'First Name',
    kind: 'text',
    isRequired: true,
    schema: personName('First name is required'),
    column: 'first_name',
    formRow: 1,
  },
  lastName: {
    label: 'Last Name',
    kind: 'text',
    isRequired: true,
    schema: personName('Last name is required'),
    column: 'last_name',
    formRow: 1,
  },
  email: {
    label: 'Email',
    kind: 'email',
    isRequired: true,
    schema: emailAddress('Valid email is required').check(z.refine(isAddress, 'Valid email is required')),
    column: 'email',
    formRow: 2,
  },
  phone: {
    label: 'Phone',
    kind: 'phone',
    schema: optionalText(40),
    column: 'phone',
    formRow: 2,
  },
  address: {
    label: 'Address',
    kind: 'address',
    schema: optionalText(500),
    column: 'address',
    formRow: 5,
  },
  preferredLanguage: {
    label: 'Preferred Language',
    kind: 'language',
    schema: languageChoice('Choose English or Spanish'),
    column: 'preferred_language',
    formRow: 6,
  },
  dateOfBirth: {
    label: 'Date of Birth',
    kind: 'date',
    schema: optionalDay('Date of birth must be a date as YYYY-MM-DD, from 1900 on'),
    column: 'date_of_birth',
    formRow: 3,
  },
  dateOfInjury: {
    label: 'Date of Injury',
    kind: 'date',
    schema: optionalDay('Date of injury must be a date as YYYY-MM-DD, from 1900 on'),
    column: 'date_of_injury',
    formRow: 3,
  },
  dateOfDeath: {
    label: 'Date of Death',
    kind: 'date',
    schema: optionalDay('Date of death must be a date as YYYY-MM-DD, from 1900 on'),
    column: 'date_of_death',
    formRow: 6,
    isRare: true,
  },
  injuryDescription: {
    label: 'Injury Description',
    kind: 'long_text',
    schema: optionalText(TEXT_MAX),
    column: 'injury_description',
    formRow: 4,
    isClinical: true,
  },
  notes: {
    label: 'Notes',
    kind: 'long_text',
    schema: optionalText(TEXT_MAX),
    column: 'notes',
    formRow: 7,
    isClinical: true,
  },
} as const satisfies Record<string, PatientField>

export type PatientFieldKind = PatientField['kind']

export type PatientFieldName = keyof typeof table

/**
 * The personal fields of a patient. Forms, inputs, stored columns, imports, reports and the GraphQL schema derive
 * from this table. Import headings and schema descriptions are in separate records with one entry for each field,
 * because the browser would otherwise load them with every form.
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
