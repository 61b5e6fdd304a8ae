import type { PatientFieldName } from '#domain/patients/patientFields.ts'

/** The descriptions of a patient's fields in the schema: of the inputs, and of the type `Patient`. */
export const patientFieldDescriptions: Record<PatientFieldName, { input: string; output: string }> = {
  firstName: { input: 'Given name.', output: 'Given name.' },
  lastName: { input: 'Family name.', output: 'Family name.' },
  email: {
    input: 'E-mail address, unique among patients regardless of case.',
    output: 'E-mail address, unique among patients regardless of case; empty if unknown.',
  },
  phone: {
    input: 'Phone number in any format. A US or international one is stored in one format.',
    output: 'Phone number; `null` if unknown.',
  },
  address: { input: 'Postal address.', output: 'Postal address; `null` if unknown.' },
  preferredLanguage: {
    input: 'Language of the forms, pages and e-mails for the patient; English if omitted.',
    output: 'Language of the forms, pages and e-mails for the patient.',
  },
  dateOfBirth: { input: 'Date of birth of the patient.', output: 'Date of birth; `null` if unknown.' },
  dateOfInjury: { input: 'Date of the injury.', output: 'Date of injury; `null` if unknown.' },
  dateOfDeath: {
    input: 'Date of death. From then on only a representative can sign, and no reminders are sent.',
    output: 'Date of death; `null` if the patient is not known to have died.',
  },
  injuryDescription: {
    input: 'Description of the injury.',
    output:
      'Description of the injury; `null` if there is none, and for an attorney without access to the records.',
  },
  notes: {
    input: 'Notes from intake.',
    output: 'Notes from intake; `null` if there are none, and for an attorney without access to the records.',
  },
}
