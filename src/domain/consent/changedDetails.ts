import { type Day, dayOf } from '../dates.ts'
import { isSameName } from './signerName.ts'

/** Details of the patient that a form was sent to, or that its text states. */
export const formDetails = ['email', 'name', 'date_of_birth'] as const
export type FormDetail = (typeof formDetails)[number]

const labels: Record<FormDetail, string> = {
  email: 'e-mail address',
  name: 'name',
  date_of_birth: 'date of birth',
}

const list = new Intl.ListFormat('en-US')

/** Says which details have changed, as a title. */
export const changedSinceSent = (changed: readonly FormDetail[]): string =>
  `The patient’s ${list.format(changed.map((detail) => labels[detail]))} changed after the form was sent`

/** What a form was sent with. A detail that it does not have is `null`. */
export type SentWith = {
  /** The address to which the signing link went. */
  sentTo: string | null
  statedName: string | null
  statedBirthDate: Date | null
}

type Person = { firstName: string; lastName: string; email: string; dateOfBirth: Date | null }

const asDay = (date: Date | null): Day | null => date && dayOf(date)

/** The details of the patient that have changed since the form was sent. */
export function changedDetails(
  { sentTo, statedName, statedBirthDate }: SentWith,
  patient: Person,
): FormDetail[] {
  const changed: Record<FormDetail, boolean> = {
    email: sentTo !== null && sentTo.toLowerCase() !== patient.email.toLowerCase(),
    name: statedName !== null && !isSameName(statedName, patient),
    date_of_birth: statedBirthDate !== null && asDay(statedBirthDate) !== asDay(patient.dateOfBirth),
  }
  return formDetails.filter((detail) => changed[detail])
}
