import { type Day, dayOf } from '../dates.ts'
import type { Language } from '../language.ts'
import { isSameName } from './signerName.ts'

/** Details of the patient by which a form was sent or written. */
export const formDetails = ['email', 'name', 'date_of_birth', 'language'] as const
export type FormDetail = (typeof formDetails)[number]

const labels: Record<FormDetail, string> = {
  email: 'e-mail address',
  name: 'name',
  date_of_birth: 'date of birth',
  language: 'preferred language',
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
  /** The patient's preferred language at that time. */
  language: Language
}

type Person = {
  firstName: string
  lastName: string
  email: string
  dateOfBirth: Date | null
  preferredLanguage: Language
}

const asDay = (date: Date | null): Day | null => date && dayOf(date)

/** The details of the patient that have changed since the form was sent. */
export function changedDetails(
  { sentTo, statedName, statedBirthDate, language }: SentWith,
  patient: Person,
): FormDetail[] {
  const changed: Record<FormDetail, boolean> = {
    email: sentTo !== null && sentTo.toLowerCase() !== patient.email.toLowerCase(),
    name: statedName !== null && !isSameName(statedName, patient),
    date_of_birth: statedBirthDate !== null && asDay(statedBirthDate) !== asDay(patient.dateOfBirth),
    language: language !== patient.preferredLanguage,
  }
  return formDetails.filter((detail) => changed[detail])
}

/** Whether a signature on such a form needs a review. The language says nothing about who signed what. */
export const needsReview = (changed: readonly FormDetail[]): boolean =>
  changed.some((detail) => detail !== 'language')
